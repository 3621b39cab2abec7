// The languages of lscpu, which prints in that of its user. The names that count here are recognised by words in
// them, so that a report need not be printed again: German, French, Spanish, Russian and Chinese are tested; for
// other languages words are listed here as well.

/** Characters of a name with all its words. */
const NAME = 64;

const core = /\bkern|c(?:œ|oe)ur|núcleo|nucleo|\brdze|яд[ре]|核|コア/i;
const thread = /thread|hilo|wątk|поток|потік|потоків|线程|スレッド/i;
const socket = /\bsockel|\bsocket|soquete|gniazd|сокет|座|插槽|ソケット/i;
const online = /online|on-line|en línea|en ligne|在线|オンライン|активн/i;
const model = /modell|modèle|modelo|modello|модел|型号|モデル/i;
const named = /name|nom\b|nombre|nome|имя|назва|名/i;

/** The name in English, or undefined where it is none of what counts. */
function nameOf(name: string): string | undefined {
  const cache = /\b(L[1-4][di]?)\b/.exec(name)?.[1];
  if (cache) return `${cache} cache`;
  if (/numa/i.test(name)) {
    const node = /\d{1,5}/.exec(name)?.[0];
    return node === undefined ? 'NUMA node(s)' : `NUMA node${node} CPU(s)`;
  }
  const [isCore, isSocket] = [core.test(name), socket.test(name)];
  if (thread.test(name) && isCore) return 'Thread(s) per core';
  if (isCore && isSocket) return 'Core(s) per socket';
  if (isSocket) return 'Socket(s)';
  if (online.test(name) && /cpu|proce/i.test(name)) {
    return /^(off|hors|fuera)|offline|离线|オフライン/i.test(name)
      ? undefined
      : 'On-line CPU(s) list';
  }
  if (/^(?:CPU(?:\(s\))?|Processeur\(s\)|ЦП|ЦПУ)$/i.test(name)) return 'CPU(s)';
  if (model.test(name)) return named.test(name) ? 'Model name' : 'Model';
  if (/fam[ií]l|famille|rodzin|семе|сімей|系列|ファミリ/i.test(name)) return 'CPU family';
  return /kennung|identif|fabric|hersteller|vendor|производ|виробн|厂商|ベンダー/i.test(name)
    ? 'Vendor ID'
    : undefined;
}

/** Words that no line of lscpu in English has. */
const foreign =
  /[^\x20-\x7e\t]|^\s*(?:Thread\(s\) pro |Kern\(e\) |Sockel:|NUMA-|Modell|Liste |Prozessor|Anbieter|Hersteller|Vendor-ID|Cache L\d|CPU:\s+\d{1,5}$|Identifi|ID d|Famil[il]|Processeur|Socket\(s\) :|L\d[di]? Cache:|Soquete|Modelo)/;

/** A line "name: value" with its name in English, where it is of lscpu in another language; else as it is. */
export function inEnglish(line: string): string {
  if (line.length > 4 * NAME || !foreign.test(line)) return line;
  const parts = /^\s*(.{1,64}?)\s{0,4}[:：]\s*(\S.*)$/.exec(line);
  const name = parts && nameOf(parts[1]!.replace(/[«»\u00a0]/g, '').trim());
  return name && (/\d/.test(parts[2]!) || /^(Model name|Vendor ID)$/.test(name))
    ? `${name}: ${parts[2]}`
    : line;
}
