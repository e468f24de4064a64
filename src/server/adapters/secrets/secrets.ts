import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { keyFileIn, makeKeyFile, readKeyFile } from './key-file.ts'

/** Where a secret is stored. It can be read there alone, so that nobody gets it by moving it to a row of their own. */
export interface Place {
  table: string
  column: string
  /** The row's id. */
  row: string
}

/** A secret that was sealed under a key which this server does not have, or in another place, or that is damaged. */
export class SecretUnreadable extends Error {
  readonly code = 'secret_unreadable'

  constructor(cause?: unknown) {
    super('This secret can’t be read with the key of this server. Enter it again, or give the server its former key.', {
      cause,
    })
    this.name = 'SecretUnreadable'
  }
}

/** Keeps secrets that the server needs in clear later, such as passwords of mailboxes, encrypted where they are stored. */
export interface Secrets {
  /** Encrypts a text for a place. @throws SecretUnreadable if the key's file is damaged */
  seal(text: string, place: Place): string
  /** Decrypts what was sealed for a place. @throws SecretUnreadable */
  open(sealed: string, place: Place): string
  /**
   * Keys of 32 bytes for a purpose, made of the server's own: the first is to be used, others may have been.
   * @throws SecretUnreadable if the key's file is damaged
   */
  derivedKeys(purpose: string): [Buffer, ...Buffer[]]
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1'

/**
 * @param settings `key` and `previous`: of 32 bytes; without a `key` one is kept in a file of `dataDir`, made when the
 *   first secret is sealed. What was sealed under `previous` is read too.
 */
export function createSecrets({ key, previous, dataDir }: SecretSettings): Secrets {
  const path = keyFileIn(dataDir)
  let kept = key

  /** The keys there are; none before the first use. */
  function keys(): Buffer[] {
    kept ??= orUnreadable(() => readKeyFile(path))
    return [kept, previous].filter((each) => each !== undefined)
  }
  function ownKeys(): [Buffer, ...Buffer[]] {
    keys()
    kept ??= makeKeyFile(path)
    return [kept, ...keys().slice(1)]
  }

  return {
    seal(text, place) {
      const [own] = ownKeys()
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, own, nonce).setAAD(boundTo(place))
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${VERSION}.${nameOf(own)}.${sealed.toString('base64url')}`
    },
    open(sealed, place) {
      const [version, name, data = ''] = sealed.split('.')
      const used = version === VERSION && keys().find((each) => nameOf(each) === name)
      if (!used) throw new SecretUnreadable()
      return orUnreadable(() => {
        const bytes = Buffer.from(data, 'base64url')
        const decipher = createDecipheriv(CIPHER, used, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        decipher.setAAD(boundTo(place)).setAuthTag(bytes.subarray(-TAG_BYTES))
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString()
      })
    },
    derivedKeys(purpose) {
      const derive = (each: Buffer) => Buffer.from(hkdfSync('sha256', each, '', purpose, KEY_BYTES))
      const [own, ...others] = ownKeys()
      return [derive(own), ...others.map(derive)]
    },
  }
}

export interface SecretSettings {
  key: Buffer | undefined
  previous: Buffer | undefined
  dataDir: string
}

function orUnreadable<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw new SecretUnreadable(error)
  }
}

const boundTo = ({ table, column, row }: Place) => Buffer.from(JSON.stringify([table, column, row]))

/** What tells keys apart without telling anything of them. */
const nameOf = (key: Buffer) => createHash('sha256').update('key').update(key).digest('hex').slice(0, 8)
