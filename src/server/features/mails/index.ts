export { type Envelope, receiveMail } from './receive-mail.ts'
