// How many names are asked for at once. Beside person.ts, whose schemas no page loads.
export const NAMES_MAX = 50
