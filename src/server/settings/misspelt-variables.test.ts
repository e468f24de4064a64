import { describe, expect, it } from 'vitest'
import { variableNames } from './config.ts'
import { misspeltVariables } from './misspelt-variables.ts'

const found = (...set: string[]) => misspeltVariables(variableNames, set)

describe('a misspelt variable', () => {
  it.each([
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['PUBLIC-URL', 'PUBLIC_URL'],
    ['EMBEDDING_MODEL', 'EMBEDDINGS_MODEL'],
    ['OPENAI_COMPATIBLE_MODEL', 'OPENAI_COMPATIBLE_MODELS'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['HOSTS', 'HOST'],
  ])('%s is told from %s', (name, meant) => {
    expect(found('HOME', name)).toEqual([`${name} is set, and means nothing here. Is ${meant} meant?`])
  })

  it('is none that other programs use, and none of ours', () => {
    const others =
      'HOME PATH PWD USER SHELL TERM LANG LC_ALL HOSTNAME LOGNAME MAIL EDITOR TMPDIR CI NODE_ENV PGHOST PGPORT'
    const more = 'PGDATABASE HTTP_PROXY HTTPS_PROXY NO_PROXY XDG_DATA_DIRS NODE_OPTIONS npm_config_user_agent INIT_CWD'
    expect(found(...others.split(' '), ...more.split(' '), ...variableNames)).toEqual([])
  })

  it('is left alone where the right one is set too, as it may be meant for another program', () => {
    expect(found('DATABASE_URL', 'DATABASE_URLS')).toEqual([])
  })
})
