// What of the kernel the core knows by name, as tools/lib/story-pictures.mjs puts it into the page: each with the
// first flagship in whose run it is found.

declare module 'virtual:kernel-names' {
  interface Named {
    readonly name: string;
    readonly story: string;
  }
  const names: { readonly functions: readonly Named[]; readonly fields: readonly Named[] };
  export default names;
}
