export { mailEventListener } from './queue-mail.ts'
export { type Envelope, receiveMail } from './receive-mail.ts'
