import type { ChunkText, Document, QuestionAndAnswer } from '../../knowledge/types.ts'
import type { MailPage } from '../mail/html/mail-page.ts'
import type { MailFacts } from '../mail/read/mail-facts.ts'
import type { ExtractedDocument, ExtractedFile, PageFacts, PageText } from './document.ts'
import type { ExtractErrorCode } from './errors.ts'

export interface PageSource {
  /** The page's address after redirects; null for a page without one, such as an uploaded file. */
  url: string | null
  contentType: string | null
  /** Whether facts from around the text are kept at its end; they are alike on all pages, so one page is enough. */
  keepsFacts?: boolean
}

export type Task =
  | ({ kind: 'html' | 'page' | 'page_text'; html: string | Uint8Array } & PageSource)
  | { kind: 'file'; bytes: Uint8Array; fileName: string }
  | { kind: 'mail'; bytes: Uint8Array }
  | { kind: 'mail_page'; bytes: Uint8Array; hasPictures: boolean }
  | { kind: 'chunks'; document: Document }
  | { kind: 'pairs'; pairs: QuestionAndAnswer[] }

export type Result =
  | ExtractedDocument
  | ExtractedFile
  | PageFacts
  | PageText
  | ChunkText[]
  | MailFacts
  | MailPage
  | null

/** A message from the worker: `ready` once it has started, then one answer to each task. */
export type Message = 'ready' | Answer

export type Answer =
  | { ok: true; result: Result }
  | {
      ok: false
      code: ExtractErrorCode
      message: string
      /** The message of the cause, and its code, as errors lose theirs on the way between threads. */
      detail: string | undefined
      causeCode: string | undefined
    }
