import { splitFrontMatter } from './markdown-front-matter.ts'
import { withoutTags } from './markdown-html.ts'
import { withoutRemarks } from './markdown-remarks.ts'
import { oneLine, tidyMarkdown } from './text.ts'
import { joinTableHeaders } from './text-table.ts'

const MAX_TITLE_CHARACTERS = 300

/** Reads a Markdown file without settings, remarks and tags; its title is empty if it has none. */
export function readMarkdownFile(text: string): { title: string; markdown: string } {
  const { title, markdown: body } = splitFrontMatter(text.replace(/\r\n?/g, '\n'))
  const { text: written, code } = withoutRemarks(body)
  const markdown = joinTableHeaders(tidyMarkdown(withoutTags(written, code)))
  const heading = oneLine(/^#\s+(.+)$/m.exec(markdown)?.[1] ?? '')
  return { title: (title || heading).slice(0, MAX_TITLE_CHARACTERS), markdown }
}
