// The machines that come with the program, as tools/lib/opened-scenarios.mjs puts them into the page.

declare module 'virtual:machine-presets' {
  export const presets: readonly { readonly id: string; readonly title: string }[];
  export const timings: readonly { readonly id: string; readonly name: string }[];
}
