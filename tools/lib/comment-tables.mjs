// Holds the tables in comments of C files together. clang-format wraps a row that is too long and pulls the rows behind it
// into one paragraph; what is left of their columns are runs of spaces in prose. Rows of a table are indented, so that a
// line that is not and has such a run is what became of one.

const remains = /^\s*(?:\/\*|\*) ?\S.*\S {2,}\S/;
const isMacro = (line) => line.endsWith('\\');

/** Lines of a C file that are the remains of a table: [{ line, problem }], lines from 1. */
export function tableProblems(text) {
  return text.split('\n').flatMap((line, index) => {
    if (isMacro(line) || !remains.test(line)) return [];
    const problem =
      'a comment has columns in prose: indent the rows of its table, at most 100 characters each';
    return [{ line: index + 1, problem }];
  });
}
