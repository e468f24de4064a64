export { continuityListener } from './chat-mail.ts'
export { eraseOriginals, pruneOriginals } from './forget-originals.ts'
export { mailboxMailListener, mailEventListener } from './queue-mail.ts'
export { type Arrival, type Envelope, receiveMail } from './receive-mail.ts'
