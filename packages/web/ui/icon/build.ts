// Gives Lucide's icons our own way to draw them while the pages are built, for the browser as for the server. Were its file
// called otherwise one day, its own way would be back: build.test.ts looks for that in what was built.

/** A plugin of Vite and Rolldown. `root` is the folder of this repository, as a path that ends with a slash. */
export const icons = (root: string) => ({
  name: 'icons',
  // Before Vite finds files itself.
  enforce: 'pre' as const,
  resolveId: (source: string, importer: string | undefined) =>
    source === '../createLucideIcon.mjs' && /[\\/]lucide-react[\\/]/.test(importer ?? '')
      ? `${root}packages/web/ui/icon/create-icon.tsx`
      : undefined,
})
