import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const path = resolve(import.meta.dirname, '../../package.json')

/** The version of this program, such as 1.4.0. */
export const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
