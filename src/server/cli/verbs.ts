import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Verb {
  name: string
  /** Path of its program below the project's folder. */
  program: string
  /** Its arguments as `--help` shows them; empty if it takes none. */
  takes: string
  /** What it does, in a sentence without its full stop. */
  does: string
}

/** The verbs of `./baton`, which reads the same table. */
export function readVerbs(): Verb[] {
  const lines = readFileSync(join(import.meta.dirname, 'verbs.tsv'), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [name = '', program = '', takes = '', does = ''] = line.split('\t')
    return { name, program, takes, does }
  })
}
