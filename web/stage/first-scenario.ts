// What opens where no link says otherwise. Read by the shell and by what builds the page
// (tools/lib/opened-scenarios.mjs).

export const firstScenario = 'cpupri/ffmpeg-480';
