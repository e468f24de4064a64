/** A time in milliseconds since 1970, in UTC. */
export type Milliseconds = number
/** 0 or 1, because SQLite has no boolean type. */
export type Flag = 0 | 1
export type Json = string
