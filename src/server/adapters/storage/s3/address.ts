/** A folder of a bucket, and who may use it. */
export interface S3Address {
  /** The server's, without a path. */
  endpoint: string
  region: string
  bucket: string
  /** What the names of all objects begin with: empty, or with a slash at its end. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
}

/** The variables by which the tools of AWS are told the same. */
export interface AwsVariables {
  AWS_ACCESS_KEY_ID?: string | undefined
  AWS_SECRET_ACCESS_KEY?: string | undefined
  AWS_SESSION_TOKEN?: string | undefined
  AWS_REGION?: string | undefined
  AWS_ENDPOINT_URL?: string | undefined
}

export const isS3Url = (text: string): boolean => text.startsWith('s3://')

const KNOWN = ['endpoint', 'region']
const FORM = 's3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1'

/**
 * Reads `s3://bucket/prefix?endpoint=…&region=…`.
 * @throws Error with a sentence that says what is wrong
 */
export function readS3Url(text: string, env: AwsVariables): S3Address {
  const url = URL.parse(text)
  const path = url ? url.pathname.replaceAll(/^\/+|\/+$/g, '') : ''
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host) || url.hash)
    throw new Error(`must be written as ${FORM}`)
  if (!/^[\w./-]*$/.test(path) || path.split('/').includes('..'))
    throw new Error('may have letters, digits, and . _ - / after the name of the bucket')
  if (url.username) throw new Error('must not hold the access key: give it as AWS_ACCESS_KEY_ID')
  const odd = [...url.searchParams.keys()].find((name) => !KNOWN.includes(name))
  if (odd) throw new Error(`has a parameter that is not known: ${odd}. It is written as ${FORM}`)
  const region = url.searchParams.get('region') || env.AWS_REGION || 'us-east-1'
  const endpoint = url.searchParams.get('endpoint') || env.AWS_ENDPOINT_URL || `https://s3.${region}.amazonaws.com`
  const server = URL.parse(endpoint)
  if (!server || !/^https?:$/.test(server.protocol) || server.pathname !== '/' || server.search || server.username)
    throw new Error('needs an endpoint that is an http or https address without a path')
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!accessKeyId || !secretAccessKey) throw new Error('needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  return {
    ...{ endpoint: server.origin, region, bucket: url.host, prefix: path && `${path}/` },
    ...{ accessKeyId, secretAccessKey, sessionToken: env.AWS_SESSION_TOKEN },
  }
}

/** The address of a folder below another. */
export const below = (address: S3Address, folder: string): S3Address => ({
  ...address,
  prefix: `${address.prefix}${folder}/`,
})

/** How a person writes an address, without what only the server needs to know. */
export const nameOf = ({ bucket, prefix }: S3Address): string => `s3://${bucket}/${prefix.replace(/\/$/, '')}`
