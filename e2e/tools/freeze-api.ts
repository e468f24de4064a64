/**
 * Writes the OpenAPI document of the public API to docs/api-v1.json, and what it has added since the last time to
 * docs/api-changes.md. Refuses a change that would break a program written against the document before.
 *
 *     npx node e2e/tools/freeze-api.ts
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { changesBetween } from '../../src/server/testing/api-changes.ts'
import { currentDocument, FROZEN } from '../../src/server/testing/frozen-api.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const frozen = join(ROOT, FROZEN)
const log = join(ROOT, 'docs/api-changes.md')

const now = currentDocument()
if (existsSync(frozen)) {
  const { breaks, additions } = changesBetween(JSON.parse(readFileSync(frozen, 'utf8')), now)
  if (breaks.length > 0) {
    console.error(`This would break programs:\n${breaks.map((one) => `- ${one}`).join('\n')}`)
    process.exit(1)
  }
  if (additions.length > 0) {
    const [head, ...sections] = readFileSync(log, 'utf8').split(/^(?=## )/m)
    const day = `## ${new Date().toISOString().slice(0, 10)}\n\n`
    const lines = additions.map((one) => `- ${one}\n`).join('')
    const [first, ...rest] = sections
    const later = first?.startsWith(day)
      ? [first.trimEnd(), '\n', lines, '\n', ...rest]
      : [day, lines, '\n', ...sections]
    writeFileSync(log, `${[`${head!.trimEnd()}\n\n`, ...later].join('').trimEnd()}\n`)
  }
}
writeFileSync(frozen, `${JSON.stringify(now, null, 2)}\n`)
