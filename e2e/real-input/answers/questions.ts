import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Questions in one language and the paragraphs that an agent knows, from one file of the folder. */
export type QuestionSet = {
  /** The language, such as `en`, for a set of XQuAD; `squad2` for the set with near misses. */
  name: string
  language: string
  /** With a question, the text is its answer. Each is a source of its own, or part of the one numbered `source`. */
  paragraphs: { title: string; text: string; question?: string; source?: number }[]
  asked: Asked[]
}

/**
 * A question, written for a text of an article. The text of a `near-miss` seems to answer it, but doesn't; that of a
 * `foreign` one belongs to an article that the agent doesn't know. `gold` are the accepted answers; only an answerable
 * question has some.
 */
export type Asked = {
  question: string
  kind: 'answerable' | 'near-miss' | 'foreign'
  gold: string[]
  text: string
  article: string
}

type Paragraph = { text: string; questions: { q: string; a?: string[] }[] }
type Article = { title: string; foreign?: boolean; paragraphs: Paragraph[] }

const NEAR_MISS_PARAGRAPHS = 340
const FOREIGN_EACH = 5

/**
 * Reads all sets of a folder (`xquad.*.json`, `squad2.*.json`). Paragraphs are taken from the articles in turn: the
 * first of each, then the second of each and so on.
 * @param foreignEach how many questions are taken from each article whose paragraphs the agent does not know
 * @param draw which of these questions, and of those of SQuAD 2.0, are asked: each draw takes the ones that follow the
 * draw before, so that what is fitted to the first can be measured on others
 */
export function readSets(folder: string, foreignEach = FOREIGN_EACH, draw = 1): QuestionSet[] {
  return readdirSync(folder)
    .filter((file) => /^(?:xquad|squad2)\..*\.json$/.test(file))
    .map((file) => {
      const { language, articles } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
        language: string
        articles: Article[]
      }
      const hasNearMisses = file.startsWith('squad2')
      const own = inTurn(
        articles
          .filter(({ foreign }) => !foreign)
          .map(({ title, paragraphs }) => paragraphs.map((one) => ({ title, ...one }))),
      ).slice(0, hasNearMisses ? NEAR_MISS_PARAGRAPHS : undefined)
      const foreign = articles
        .filter((article) => article.foreign)
        .flatMap(({ title, paragraphs }) =>
          inTurn(paragraphs.map(({ questions, text }) => questions.map(({ q }) => ({ q, text, title })))).slice(
            (draw - 1) * foreignEach,
            draw * foreignEach,
          ),
        )
      return {
        name: hasNearMisses ? 'squad2' : language,
        language,
        paragraphs: own.map(({ title, text }) => ({ title, text })),
        asked: [
          ...own.flatMap(({ questions, text, title }) =>
            (hasNearMisses ? sample(questions, draw) : questions).map(asked(text, title)),
          ),
          ...foreign.map(({ q, text, title }): Asked => {
            return { question: q, kind: 'foreign', gold: [], text, article: title }
          }),
        ],
      }
    })
}

const asked =
  (text: string, article: string) =>
  ({ q, a }: { q: string; a?: string[] }): Asked => ({
    question: q,
    kind: a ? 'answerable' : 'near-miss',
    gold: a ?? [],
    text,
    article,
  })

/** Of the first draw, the first question with an answer and the first two without; of the second, the next ones. */
function sample(questions: Paragraph['questions'], draw: number): Paragraph['questions'] {
  return [
    ...questions.filter(({ a }) => a).slice(draw - 1, draw),
    ...questions.filter(({ a }) => !a).slice(2 * (draw - 1), 2 * draw),
  ]
}

function inTurn<One>(lists: One[][]): One[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat()
}
