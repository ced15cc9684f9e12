// How much of a soak is run: little in `npm test`, where the same seed makes the same steps each time, and all of it, with
// another seed each time, in `npm run test:soak`. That runs the files that import this one, and those named *.soak.ts, which
// run nowhere else.
export const isSoak = process.env['TWINMINT_SOAK'] === 'on'

/** `short` in `npm test`, `full` in `npm run test:soak`. */
export const size = <T>(short: T, full: T): T => (isSoak ? full : short)
