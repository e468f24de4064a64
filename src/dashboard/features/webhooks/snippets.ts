import go from './verify/verify.go?raw'
import node from './verify/verify.mjs?raw'
import php from './verify/verify.php?raw'
import python from './verify/verify.py?raw'
import ruby from './verify/verify.rb?raw'

interface Snippet {
  id: string
  label: string
  file: string
  code: string
}

/** Code that verifies a delivery in several languages, using only their standard libraries. */
export const snippets: readonly Snippet[] = [
  { id: 'node', label: 'Node', file: 'verify.mjs', code: node },
  { id: 'python', label: 'Python', file: 'verify.py', code: python },
  { id: 'php', label: 'PHP', file: 'verify.php', code: php },
  { id: 'go', label: 'Go', file: 'verify.go', code: go },
  { id: 'ruby', label: 'Ruby', file: 'verify.rb', code: ruby },
]

/** A delivery with a valid signature, to test an implementation. Its secret is used for nothing else. */
export const testVector = {
  secret: 'whsec_YmF0b24tdGVzdC12ZWN0b3Itc2VjcmV0LTMyYnl0ZXM=',
  'webhook-id': 'msg_0197c2a4e5b07d3c9f10',
  'webhook-timestamp': '1767225600',
  body: '{"type":"public_api_message_created","timestamp":"2026-01-01T00:00:00.000000Z","data":{"sequence":1}}',
  'webhook-signature': 'v1,wbPe5VQLvTNU6iPMebTFVO86+tWbSFG1w7P+7/aiCqc=',
} as const
