// What build.ts makes while the pages are built.
declare module 'virtual:docs-pages' {
  /** By file, as the table of contents names it. */
  const pages: Readonly<Record<string, () => Promise<{ readonly default: import('./blocks.ts').Page }>>>
  export default pages
}
declare module 'virtual:docs-search' {
  const parts: readonly import('./search.ts').SearchPart[]
  export default parts
}
