import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const LICENCE_FILE = '{LICEN[SC]E,License,licen[sc]e,COPYING,NOTICE}*'

interface Shipped {
  name: string
  version: string
  /** As the package says it, such as `MIT`. */
  licence: string
  text: string
}

/**
 * What a package says of its licence.
 * @param folder has its package.json
 */
export function licenceOf(folder: string): Shipped {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = globSync(LICENCE_FILE, { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile())
  const texts = files.map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim())
  // Without a file of its own the package says no more than the licence's name, or names those of its parts.
  const readme = join(folder, 'README.md')
  const isOfParts = String(license).startsWith('LGPL')
  if (isOfParts && existsSync(readme)) texts.push(readFileSync(readme, 'utf8').trim())
  const by = typeof author === 'object' ? author?.name : author
  return {
    name,
    version,
    licence: typeof license === 'object' ? license.type : (license ?? 'no licence named'),
    text: texts.join('\n\n') || `Its package names the licence, and has no text of it${by ? `. By ${by}` : ''}.`,
  }
}

/** One text with the licences of all that is shipped; what several share stands there once. */
export function licencesText(
  own: string,
  shipped: readonly Shipped[],
  data: readonly { name: string; text: string }[],
): string {
  const byText = Map.groupBy(
    [...shipped, ...data.map(({ name, text }) => ({ name, version: '', licence: '', text: text.trim() }))],
    ({ text }) => text,
  )
  const sections = [...byText].map(([text, of]) => {
    const names = of.map(({ name, version, licence }) =>
      [name, version, licence && `(${licence})`].filter(Boolean).join(' '),
    )
    return `${'='.repeat(80)}\n${names.join('\n')}\n\n${text}\n`
  })
  return [own.trim(), '', 'Baton is delivered with the following. Each has its own licence.', '', ...sections].join(
    '\n',
  )
}
