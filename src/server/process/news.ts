import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** What a version brings, as plain text. */
export interface News {
  /** The version, or `Unreleased`. */
  title: string
  parts: { title: string; items: string[] }[]
}

/** The newest part of a changelog in Markdown, whose versions are headings of the second level; null if it has none. */
export function newestNews(changelog: string): News | null {
  const newest = changelog.split(/^## /m)[1]
  if (newest === undefined) return null
  const [heading = ''] = newest.split('\n', 1)
  return {
    title: heading.replace(/^\[([^\]]+)\].*/, '$1').trim(),
    parts: newest
      .split(/^### /m)
      .slice(1)
      .map((part) => {
        const [title = '', ...items] = part.split(/\n+- /)
        return { title: title.trim(), items: items.map(plain) }
      }),
  }
}

/** A paragraph without its line breaks and marks. */
const plain = (markdown: string) =>
  markdown
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

let read: News | null | undefined

/** What this version brings, by the changelog that the program is shipped with; null without one. */
export function ownNews(): News | null {
  read ??= readOwn()
  return read
}

function readOwn(): News | null {
  try {
    return newestNews(readFileSync(resolve(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8'))
  } catch {
    return null
  }
}
