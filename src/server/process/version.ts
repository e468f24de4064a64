import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const path = resolve(import.meta.dirname, '../../../package.json')

export const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
