interface Explanation {
  of: (error: { code: string; message: string }) => boolean
  sentence: string
}

const explanations: readonly Explanation[] = [
  {
    of: ({ code }) => code === '53300',
    sentence:
      'The PostgreSQL server has no connection to spare, and each process needs up to 22: raise max_connections, or let fewer programs connect.',
  },
  {
    of: ({ message }) => /unsupported startup parameter/.test(message),
    sentence:
      'A pooler (PgBouncer) refuses a parameter of DATABASE_URL: remove "options" from it and set that for the role (alter role … set …), or let the pooler pass it on.',
  },
  {
    of: ({ message }) => message.startsWith('The server does not support SSL'),
    sentence:
      'The PostgreSQL server takes no encrypted connections, which this sslmode demands: turn its ssl on, or set sslmode=prefer.',
  },
  {
    of: ({ code }) => /^(SELF_SIGNED_CERT|DEPTH_ZERO|UNABLE_TO_(GET_ISSUER|VERIFY))/.test(code),
    sentence:
      'Nobody whom sslrootcert names, or this machine trusts, has signed the certificate of the PostgreSQL server: name the file of its authority, sslmode=verify-full&sslrootcert=/path/ca.pem.',
  },
  {
    of: ({ code }) => code === 'ERR_TLS_CERT_ALTNAME_INVALID',
    sentence: 'The certificate of the PostgreSQL server is for another name than the host of DATABASE_URL.',
  },
]

/** The error of a start or an examination, with a sentence for the operator where there is one to tell. */
function explained(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  const found = explanations.find(({ of }) => of({ code, message: error.message }))
  return found ? new Error(`DATABASE_URL: ${found.sentence} (${error.message})`, { cause: error }) : error
}

export async function explaining<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw explained(error)
  }
}
