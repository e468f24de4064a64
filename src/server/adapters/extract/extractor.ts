import { availableParallelism } from 'node:os'
import type { ChunkText, Document, QuestionAndAnswer } from '../../knowledge/types.ts'
import type { ExtractedDocument, ExtractedFile, PageFacts, PageText } from './document.ts'
import type { PageSource, Result, Task } from './tasks.ts'
import { createWorkerPool, type TaskOf, type WorkerLimits, type WorkerPool } from './worker-pool.ts'

/**
 * File extraction: gets the text out of pages and files, in worker threads with limits on time and memory.
 * @throws ExtractError (every method but `forOwner` and `close`)
 */
export interface Extractor {
  /** Turns a page into Markdown with its links, for training. Bytes are decoded much as browsers do. */
  extractHtml(html: string | Uint8Array, source: PageSource): Promise<ExtractedDocument>
  /** Reads only what a crawl needs of a page, at a tenth of the cost. Pages without text are accepted. */
  readPage(html: string | Uint8Array, source: PageSource): Promise<PageFacts>
  /** Reads what `readPage` reads and the page's text, for crawls that keep it. Pages without text are accepted. */
  readPageText(html: string | Uint8Array, source: PageSource): Promise<PageText>
  /** Reads an uploaded file; its kind is recognised by the content, and the name tells text formats apart. */
  extractFile(file: { bytes: Uint8Array; fileName: string }): Promise<ExtractedFile>
  /** Cuts a document's Markdown into chunks; none if it is empty. */
  cutDocument(document: Document): Promise<ChunkText[]>
  cutQuestions(pairs: QuestionAndAnswer[]): Promise<ChunkText[]>
  /** An extractor that runs tasks in the name of an agent or organization. One owner's never take all workers. */
  forOwner(owner: string): Extractor
  close(): Promise<void>
}

/** The kinds of tasks that are no mails, which have threads of their own. */
type Kind = Exclude<Task['kind'], 'mail' | 'mail_page'>

const LIMITS: WorkerLimits<Kind> = {
  // One owner may use all workers but one. On two processors, a third worker would cost memory and read nothing sooner.
  workers: Math.max(2, Math.min(3, availableParallelism())),
  // Each worker compiles its own copy of the code and takes some 45 MB, so a short wait is cheaper than another worker.
  patienceMs: 1_000,
  heapMb: 1_024,
  buffersMb: 512,
  idleMs: 30_000,
  timeoutMs: {
    html: 20_000,
    page: 10_000,
    page_text: 20_000,
    file: 60_000,
    chunks: 60_000,
    pairs: 60_000,
  },
}

/** Makes an extractor whose threads start at first use and end when idle. `limits` overrides the defaults. */
export function createExtractor(limits: Partial<WorkerLimits<Kind>> = {}): Extractor {
  return extractorOf(createWorkerPool({ ...LIMITS, ...limits }), '')
}

function extractorOf(pool: WorkerPool<Kind>, owner: string): Extractor {
  /** Asserts the type of a task's result, which depends on the kind of task (see worker.ts). */
  const ask = <T extends Result>(task: TaskOf<Kind>): Promise<T> => pool.run(task, owner) as Promise<T>

  return {
    extractHtml: (html, source) => ask<ExtractedDocument>({ kind: 'html', html, ...source }),
    readPage: (html, source) => ask<PageFacts>({ kind: 'page', html, ...source }),
    readPageText: (html, source) => ask<PageText>({ kind: 'page_text', html, ...source }),
    extractFile: ({ bytes, fileName }) => ask<ExtractedFile>({ kind: 'file', bytes, fileName }),
    cutDocument: (document) => ask<ChunkText[]>({ kind: 'chunks', document }),
    cutQuestions: (pairs) => ask<ChunkText[]>({ kind: 'pairs', pairs }),
    forOwner: (other) => extractorOf(pool, other),
    close: () => pool.close(),
  }
}
