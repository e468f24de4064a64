import type { ChunkText, Document, QuestionAndAnswer } from '../../knowledge/types.ts'
import type { ExtractedDocument, ExtractedFile, PageFacts } from './document.ts'
import type { ExtractErrorCode } from './errors.ts'

export interface PageSource {
  /** Where the page was found after redirects; null for a page that has no address. */
  url: string | null
  /** The Content-Type header as it was received, for the encoding. */
  contentType: string | null
}

/** What the worker is asked. */
export type Task =
  | ({ kind: 'html' | 'page'; html: string | Uint8Array } & PageSource)
  | { kind: 'file'; bytes: Uint8Array; fileName: string }
  | { kind: 'chunks'; document: Document }
  | { kind: 'pairs'; pairs: QuestionAndAnswer[] }

export type Result = ExtractedDocument | ExtractedFile | PageFacts | ChunkText[]

/** What it sends: that it has started, then an answer to each task. */
export type Message = 'ready' | Answer

export type Answer =
  | { ok: true; result: Result }
  | { ok: false; code: ExtractErrorCode; message: string; detail: string | undefined }
