import { parentPort } from 'node:worker_threads'
import { chunkDocument, chunkQuestion } from '../../knowledge/chunk.ts'
import { decodeHtml } from './charset.ts'
import { broken, ExtractError, isShortage, unavailable } from './errors.ts'
import { extractFileDocument } from './file-document.ts'
import { extractHtmlDocument, readPageText } from './html-document.ts'
import { readPage } from './read-page.ts'
import type { Answer, Message, Task } from './tasks.ts'

/** Runs the tasks that the pool sends in a thread of its own, so that no file can crash or block the server. */
parentPort?.on('message', async (task: Task) => {
  let answer: Answer
  try {
    answer = { ok: true, result: await run(task) }
  } catch (error) {
    const known = isShortage(error) ? unavailable(error) : error instanceof ExtractError ? error : broken(error)
    const { code, message, cause } = known
    answer = {
      ok: false,
      code,
      message,
      detail: cause instanceof Error ? `${cause.name}: ${cause.message}` : undefined,
      causeCode: cause instanceof Error && 'code' in cause ? String(cause.code) : undefined,
    }
  }
  send(answer)
})
send('ready')

function send(message: Message): void {
  parentPort?.postMessage(message, buffersIn(message))
}

/** The contents of a mail's files, which are passed on to the other thread and not copied. */
function buffersIn(message: Message): ArrayBuffer[] {
  if (message === 'ready' || !message.ok || !message.result || !('attachments' in message.result)) return []
  return message.result.attachments.map(({ bytes }) => bytes.buffer)
}

async function run(task: Task) {
  if (task.kind === 'file') return extractFileDocument(task)
  // Loaded by the threads that read mails alone, as its libraries take memory.
  if (task.kind === 'mail') return (await import('../mail/read/read-mail.ts')).readMail(task.bytes)
  if (task.kind === 'mail_page')
    return (await import('../mail/html/read-mail-page.ts')).readMailPage(task.bytes, task.hasPictures)
  if (task.kind === 'chunks') return chunkDocument(task.document)
  if (task.kind === 'pairs') return task.pairs.flatMap(chunkQuestion)
  if (task.kind === 'html') return extractHtmlDocument(task.html, task)
  if (task.kind === 'page_text') return readPageText(task.html, task)
  return readPage(decodeHtml(task.html, task.contentType), task.url)
}
