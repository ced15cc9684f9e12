/** Bundles a TypeScript file (a path from the repository root) and gives the path of the JavaScript. */
export function bundle(entry: string): Promise<string>
