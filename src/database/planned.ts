// A mark in a statement's text. Must not load a driver: stores that only write SQL import it.

/** A condition that is always true: the statement is planned for its values, since they decide how it is best read. */
export const PLANNED_ANEW = "'planned' = 'planned'"
