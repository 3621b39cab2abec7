// The explain view: the story of one decision. What other rooms may use.

export { ExplainView, type ExplainViewProps } from './ExplainView.tsx';
export { markOfPick, storyOfPick } from './pick.ts';
export { termOfReason } from './reasons.ts';
export { decisionText } from './story.ts';
export { termOfFunction, words as explainWords } from './words.ts';
