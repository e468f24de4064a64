import { existsSync } from 'node:fs'
import type { Marker } from './score-extraction.fixture.ts'

export interface Manual {
  /** Debian's package that has the pages. */
  package: string
  folder: string
  pages: string[]
  marker: Marker
}

/**
 * Whether a manual's pages are installed. If they aren't, prints so, and `npm test` passes without them.
 * @throws Error if they aren't on a machine that checks changes (`CI` is set)
 */
export function isInstalled({ package: name, folder }: Manual): boolean {
  if (existsSync(folder)) return true
  const message = `Debian's ${name} is not installed: ITS PAGES WERE NOT READ.`
  if (process.env.CI) throw new Error(`${message} Install it with apt-get, as .ci/run does.`)
  console.error(message)
  return false
}

/**
 * Makes a marker from element names and the words of classes and ids, by which the program that wrote a manual marks
 * its parts.
 */
function markedBy(marks: { keep: string[]; drop: string[]; either?: string[] }): Marker {
  return (name, attributes) => {
    const words = new Set([name, ...`${attributes.class ?? ''} ${attributes.id ?? ''}`.split(/\s+/)])
    const has = (names: string[] = []) => names.some((word) => words.has(word))
    if (has(marks.drop)) return 'drop'
    if (has(marks.either)) return 'either'
    return has(marks.keep) ? 'keep' : undefined
  }
}

const named = (names: string, folder = ''): string[] => names.split(' ').map((name) => `${folder}${name}.html`)

/**
 * Sixty pages of public manuals, written by five different programs. What belongs to their text is told by the element
 * names, classes and ids that those programs use, so it doesn't depend on the extractor.
 */
export const MANUALS: Manual[] = [
  {
    package: 'postgresql-doc-15',
    folder: '/usr/share/doc/postgresql-doc-15/html',
    pages: named(
      'tutorial-join runtime-config-connection datatype-numeric sql-createtable app-psql backup-dump ' +
        'functions-string indexes-types mvcc-intro release-15-1 ddl-partitioning acronyms',
    ),
    marker: markedBy({ keep: ['body'], drop: ['navheader', 'navfooter'], either: ['toc'] }),
  },
  {
    package: 'git-doc',
    folder: '/usr/share/doc/git-doc',
    pages: named(
      'git-blame git-add git-commit git-rebase git-stash git-config gitignore gittutorial giteveryday git-bisect-lk2009 gitglossary SubmittingPatches',
    ),
    marker: markedBy({ keep: ['header', 'preamble', 'content'], drop: ['footer'], either: ['toc', 'footnotes'] }),
  },
  {
    package: 'apache2-doc',
    folder: '/usr/share/doc/apache2-doc/manual',
    pages: [
      ...named(
        'caching logs install content-negotiation mod/mod_dir mod/mod_rewrite howto/htaccess vhosts/examples',
        'en/',
      ),
      ...named('install howto/auth', 'de/'),
      ...named('caching', 'fr/'),
      ...named('install', 'ja/'),
    ],
    marker: markedBy({
      keep: ['page-content'],
      drop: ['toplang', 'bottomlang', 'top', 'permalink', 'comments_section'],
      either: ['quickview', 'directive'],
    }),
  },
  {
    package: 'sqlite3-doc',
    folder: '/usr/share/doc/sqlite3',
    pages: named('autoinc faq lang_select pragma wal whentouse datatype3 json1 limits howtocorrupt fts5 different'),
    marker: markedBy({ keep: ['body'], drop: ['menu', 'searchmenu', 'tagline'], either: ['toc', 'mtimelink'] }),
  },
  {
    package: 'python3.11-doc',
    folder: '/usr/share/doc/python3.11/html',
    pages: named(
      'library/shelve library/csv library/datetime library/functions tutorial/controlflow tutorial/errors howto/sorting ' +
        'howto/unicode faq/programming reference/datamodel using/windows c-api/bytes',
    ),
    marker: markedBy({
      keep: ['body'],
      drop: ['sphinxsidebar', 'related', 'footer', 'headerlink', 'nav', 'mobile-nav'],
    }),
  },
]
