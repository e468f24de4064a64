import { describe, expect, it } from 'vitest'
import { readDatabaseAddress, withTls } from './database-address.ts'

const HOST = 'postgres://user:p%40ss@db.example.com:6543/baton'
const tlsOf = (query: string) => readDatabaseAddress(`${HOST}?${query}`).tls

describe('the address of a database', () => {
  it.each([
    ['', { mode: 'prefer' }],
    ['sslmode=disable', { mode: 'disable' }],
    ['sslmode=allow', { mode: 'allow' }],
    ['sslmode=prefer', { mode: 'prefer' }],
    ['sslmode=require', { mode: 'require', rootCertificate: undefined }],
    ['sslmode=require&sslrootcert=/ca.pem', { mode: 'require', rootCertificate: '/ca.pem' }],
    ['sslmode=verify-ca&sslrootcert=/ca.pem', { mode: 'verify-ca', rootCertificate: '/ca.pem' }],
    ['sslmode=verify-full&sslrootcert=/ca.pem', { mode: 'verify-full', rootCertificate: '/ca.pem' }],
    ['sslmode=verify-full', { mode: 'verify-full', rootCertificate: 'system' }],
    ['sslrootcert=system', { mode: 'verify-full', rootCertificate: 'system' }],
    ['sslmode=no-verify', { mode: 'require', rootCertificate: undefined }],
    ['sslmode=no-verify&sslrootcert=/ca.pem', { mode: 'require', rootCertificate: undefined }],
    ['ssl=true', { mode: 'require' }],
    ['ssl=0', { mode: 'disable' }],
    ['uselibpqcompat=true&sslmode=require', { mode: 'require', rootCertificate: undefined }],
    ['sslmode=require&sslcert=/c.pem&sslkey=/k.pem', { certificate: '/c.pem', key: '/k.pem' }],
    ['sslcert=/c.pem&sslkey=/k.pem&sslpassword=secret', { mode: 'prefer', keyPassword: 'secret' }],
  ])('says how to encrypt, as libpq reads it: %s', (query, expected) => {
    expect(tlsOf(query)).toMatchObject(expected)
  })

  it.each([
    ['sslmode=on', /unknown sslmode/],
    ['sslmode=verify-ca', /needs sslrootcert/],
    ['sslmode=require&sslrootcert=system', /verify-full alone/],
    ['sslmode=require&sslcert=/c.pem', /needs both/],
    ['host=one,two', /several hosts/],
  ])('is refused in a sentence: %s', (query, sentence) => {
    expect(() => tlsOf(query)).toThrow(sentence)
  })

  it.each([
    ['postgres://u:secret@one:5432,two:5432/baton', /several hosts/],
    ['postgres://u:secret@one,two/baton', /several hosts/],
    ['postgres://one,two/baton', /several hosts/],
    ['postgres://u:sec#ret@host/baton', /is no address/],
    ['postgres://u:sec/ret@host/baton', /is no address/],
    ['postgres://u:sec%ret@host/baton', /is no address/],
    ['postgres://u:secret@host:port/baton', /is no address/],
    ['postgres://u:secret@ho st/baton', /is no address/],
  ])('is refused in a sentence that does not quote it: %s', (address, sentence) => {
    expect(() => readDatabaseAddress(address)).toThrow(sentence)
    expect(() => readDatabaseAddress(address)).not.toThrow(/sec/)
  })

  it('loses nothing but what it says of encryption', () => {
    const other = 'options=-c%20search_path%3Dbaton%2Cpublic&application_name=x'
    expect(readDatabaseAddress(`${HOST}?sslmode=require&${other}`)).toMatchObject({
      base: `${HOST}?${other}`,
      host: 'db.example.com',
    })
    expect(readDatabaseAddress('postgres://u@[::1]:5432/baton').host).toBe('::1')
    expect(readDatabaseAddress('postgres:///baton?host=/run/postgresql').host).toBe('')
    expect(readDatabaseAddress('postgres://u@/baton?host=/run/postgresql')).toMatchObject({ host: '' })
    expect(readDatabaseAddress('postgres://u@%2Frun%2Fpostgresql/baton').host).toBe('')
    expect(readDatabaseAddress('postgres://u,v:a,b@host/baton').host).toBe('host')
  })

  it('takes other settings of encryption', () => {
    expect(withTls(`${HOST}?ssl=true&options=-c%20a%3Db`, { mode: 'disable' })).toBe(
      `${HOST}?options=-c%20a%3Db&sslmode=disable`,
    )
    expect(withTls(`${HOST}?sslmode=verify-full`, { rootCertificate: '/tmp/ca.pem' })).toBe(
      `${HOST}?sslmode=verify-full&sslrootcert=%2Ftmp%2Fca.pem`,
    )
    expect(withTls(`${HOST}?sslmode=no-verify`, {})).toBe(`${HOST}?sslmode=require`)
  })
})
