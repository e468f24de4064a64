import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether the program is there that makes certificates. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

function openssl(folder: string, command: string): void {
  const { status, stderr } = spawnSync('openssl', command.split(' '), { cwd: folder })
  if (status !== 0) throw new Error(`openssl: ${stderr}`)
}

/** Makes an authority that nobody knows, as `FILE.pem` with `FILE.key` in a folder. */
export function makeAuthority(folder: string, file = 'ca'): void {
  openssl(folder, `req -x509 -newkey rsa:2048 -nodes -keyout ${file}.key -out ${file}.pem -subj /CN=${file} -days 2`)
}

/** Makes a certificate for a name, signed by the authority `ca` in the folder. */
export function issue(folder: string, file: string, name: string, alternative: string): void {
  openssl(folder, `req -newkey rsa:2048 -nodes -keyout ${file}.key -out ${file}.csr -subj /CN=${name}`)
  writeFileSync(join(folder, `${file}.ext`), `subjectAltName=${alternative}\n`)
  const signing = '-CA ca.pem -CAkey ca.key -CAcreateserial -days 2'
  openssl(folder, `x509 -req -in ${file}.csr ${signing} -extfile ${file}.ext -out ${file}.pem`)
}
