import { delimiter, join } from 'node:path'

/** Where commands are found: the machine's own come first, and one that stands in for curl comes last. */
export const PATH = `${process.env.PATH}${delimiter}${join(import.meta.dirname, 'commands')}`
