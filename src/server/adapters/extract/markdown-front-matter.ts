import { oneLine } from './text.ts'

const YAML = /^\s*---[ \t]*\n(?=(?:[ \t]*#.*\n)*["'\w$][^\n:]*:(?:\s|$))([\s\S]*?\n)(?:---|\.\.\.)[ \t]*(?:\n|$)/
const TOML = /^\s*\+\+\+[ \t]*\n([\s\S]*?\n)\+\+\+[ \t]*(?:\n|$)/
const JSON_SETTINGS = /^\s*(?:;;;[ \t]*\n)?(\{(?:\n[\s\S]*?\n|[^\n]*)\})[ \t]*\n(?:;;;[ \t]*(?:\n|$)|[ \t]*\n)/
const TITLE = /^title[ \t]*[:=][ \t]*(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\n]|'')*)'|([^\n]*))/m
/** What may follow `title:` in YAML without being a title itself: a text on the lines below, or a remark. */
const NO_TITLE = /^[|>[{&*!#]/

/** Parts a Markdown file from its settings (YAML between `---`, TOML between `+++`, JSON), which only may name the file. */
export function splitFrontMatter(text: string): { title: string; markdown: string } {
  const found = YAML.exec(text) ?? TOML.exec(text)
  if (!found) return splitJson(text) ?? { title: '', markdown: text }
  const [, double, single, plain = ''] = TITLE.exec(found[1] ?? '') ?? []
  const bare = NO_TITLE.test(plain) ? '' : plain.replace(/\s+#.*/, '')
  const title = double?.replace(/\\(["\\])/g, '$1') ?? single?.replaceAll("''", "'") ?? bare
  return { title: oneLine(title), markdown: text.slice(found[0].length) }
}

/** Parts a Markdown file from settings in JSON, which may stand between lines of `;;;`. */
function splitJson(text: string): { title: string; markdown: string } | undefined {
  const [all, json = ''] = JSON_SETTINGS.exec(text) ?? []
  if (all === undefined) return undefined
  try {
    const settings: unknown = JSON.parse(json)
    const title = typeof settings === 'object' && settings && 'title' in settings ? settings.title : ''
    return { title: typeof title === 'string' ? oneLine(title) : '', markdown: text.slice(all.length) }
  } catch {
    return undefined
  }
}
