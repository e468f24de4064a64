import { connect } from 'node:net'

/** Sends raw text over a new connection and returns everything the server sent until it closed the connection. */
export function speak(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((done) => {
    let heard = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('data', (chunk) => (heard += chunk))
    socket.on('error', () => {})
    socket.on('close', () => done(heard))
  })
}
