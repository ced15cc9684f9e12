// Gives Lucide's icons our own way to draw them while the pages are built, for the browser as for the server. Were its file
// called otherwise one day, its own way would come back: build.test.ts says so.
import { fileURLToPath } from 'node:url'

const OURS = fileURLToPath(new URL('./create-icon.tsx', import.meta.url))

/** A plugin of Vite and Rolldown. */
export const icons = () => ({
  name: 'icons',
  // Before Vite finds files itself.
  enforce: 'pre' as const,
  resolveId: (source: string, importer: string | undefined) =>
    source === '../createLucideIcon.mjs' && /[\\/]lucide-react[\\/]/.test(importer ?? '') ? OURS : undefined,
})
