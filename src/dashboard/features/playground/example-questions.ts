import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'

const COUNT = 3
const LONGEST = 80 // characters of a heading that is still a topic to ask for

/**
 * Up to three questions to begin with: those the chat offers to visitors, those the AI could not answer, and what the
 * newest source is about, in this order.
 */
export function useExampleQuestions(agentId: string): string[] {
  const params = { agent: agentId }
  const { may } = usePermissions()
  const settings = api.getAgentSettings.useQuery({ params })
  const starters = settings.data?.starters ?? []
  const gaps = api.listGaps.useQuery({
    params,
    query: { state: 'open', per_page: COUNT },
    enabled: settings.isSuccess && starters.length < COUNT && may('listGaps'),
  })
  const asked = [...starters, ...(gaps.data?.data ?? []).map(({ question }) => question)]
  const sources = api.listSources.useQuery({
    params,
    query: { status: 'completed', per_page: 1 },
    enabled: settings.isSuccess && !gaps.isLoading && asked.length < COUNT,
  })
  const source = sources.data?.data[0]?.id
  const content = api.getSourceContent.useQuery({
    params: { ...params, source: source ?? '' },
    enabled: source !== undefined && asked.length < COUNT,
  })
  return [...new Set([...asked, ...(content.data ? questionsOn(content.data) : [])])].slice(0, COUNT)
}

/** What one would ask of a source: its own questions, or its headings as questions. A source with neither has none. */
export function questionsOn({
  questions = [],
  content = '',
}: Pick<Data<'getSourceContent'>, 'questions' | 'content'>): string[] {
  const headings = [...content.matchAll(/^#{1,6}[ \t]+(.+?)[ \t#]*$/gm)].map(([, heading]) => wordsIn(heading!))
  // The first heading names the whole text, unless it is the only one.
  const topics = headings.length > 1 ? headings.slice(1) : headings
  return [
    ...questions.map(({ question }) => question),
    ...topics
      .filter((topic) => topic !== '' && topic.length <= LONGEST)
      .map((topic) => (/[?？؟]$/.test(topic) ? topic : `${topic}?`)),
  ]
}

/** A heading without the marks of Markdown. */
const wordsIn = (heading: string): string =>
  heading
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]/g, '')
    .replace(/[.:!]+$/, '')
    .trim()
