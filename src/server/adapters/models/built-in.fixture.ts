import { chunkDocument, embeddingText } from '../../knowledge/chunk.ts'
import { createKnowledge } from '../../knowledge/knowledge.ts'
import type { ChunkText } from '../../knowledge/types.ts'
import { extractHtmlDocument } from '../extract/html-document.ts'
import { createModels } from './catalogue.ts'
import { generateReply, type Reply } from './generate-reply.ts'
import { type HistoryMessage, searchQuery } from './search-query.ts'

export interface Clerk {
  /** The built-in model's reply to a question, for an agent that knows only these chunks. */
  ask(
    question: string,
    texts: ChunkText[],
    source?: { title?: string; fromHtml?: boolean },
    history?: HistoryMessage[],
  ): Promise<Reply>
  /** Asks an agent that was trained on one text, with or without a title, at the end of a conversation if one is given. */
  askText(question: string, markdown: string, title?: string, history?: HistoryMessage[]): Promise<Reply>
  /** Asks an agent that was trained on one HTML page. */
  askPage(question: string, html: string): Promise<Reply>
  close(): Promise<void>
}

/** Makes a test agent with the real built-in model and the real retrieval, but without a server or database. */
export function createClerk(): Clerk {
  const knowledge = createKnowledge()
  const models = createModels()
  let asked = 0

  const alone = (content: string): HistoryMessage[] => [{ role: 'visitor', content }]
  const ask: Clerk['ask'] = async (
    question,
    texts,
    { title = '', fromHtml = false } = {},
    history = alone(question),
  ) => {
    const vectors = await knowledge.embed(texts.map(embeddingText))
    const chunks = texts.map((text, index) => {
      return { ...text, id: `${index}`, sourceId: 's', title, url: null, fromHtml, embedding: vectors[index]! }
    })
    asked += 1
    const search = { agentId: `agent ${asked}`, version: 1, question: searchQuery(history), load: () => [chunks] }
    return generateReply({
      models,
      modelId: models.defaultModel.id,
      agent: { name: 'Guide', instructions: null },
      history,
      passages: await knowledge.search(search),
      actions: [],
      humanIntervention: false,
      threshold: 'balanced',
      signal: new AbortController().signal,
    })
  }
  return {
    ask,
    askText: (question, markdown, title = '', history = alone(question)) =>
      ask(question, chunkDocument({ title, markdown }), { title }, history),
    askPage(question, html) {
      const document = extractHtmlDocument(html, { url: 'https://site.example/page', contentType: null })
      return ask(question, chunkDocument(document), { title: document.title, fromHtml: true })
    },
    close: () => knowledge.close(),
  }
}
