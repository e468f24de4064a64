/** Real pages, from Debian's `postgresql-doc-15`, and questions whose answers a person has looked up in them. */
export const PAGES_FOLDER = '/usr/share/doc/postgresql-doc-15/html'

/** `fact` must occur in an answer for it to count as right, whatever its other words. */
export type AnswerableQuestion = { question: string; page: string; fact: RegExp }

const withPrefix = (prefix: string, names: string) => names.split(' ').map((name) => `${prefix}${name}.html`)

/** A hundred pages of the PostgreSQL 15 manual, from half a screen to fifty screens long. */
export const pages: readonly string[] = [
  ...withPrefix(
    'runtime-config-',
    'autovacuum client connection locks logging query replication resource statistics wal error-handling file-locations preset compatible short',
  ),
  ...withPrefix(
    'datatype-',
    'boolean character datetime enum json money net-types numeric uuid xml bit binary textsearch oid',
  ),
  ...withPrefix('auth-', 'pg-hba-conf password trust peer ident ldap radius cert username-maps delay'),
  ...withPrefix(
    'ddl-',
    'constraints default generated-columns partitioning rowsecurity schemas system-columns inherit',
  ),
  ...withPrefix('indexes-', 'types multicolumn partial unique index-only-scans expressional'),
  ...withPrefix('backup-', 'dump file'),
  ...withPrefix('libpq-', 'envars pgpass pgservice ssl'),
  ...withPrefix('wal-', 'async-commit configuration reliability'),
  ...withPrefix('textsearch-', 'limitations controls indexes tables'),
  ...withPrefix('queries-', 'limit with order'),
  ...withPrefix('routine-', 'reindex vacuuming'),
  ...withPrefix('role-', 'attributes membership'),
  ...withPrefix(
    '',
    'limits pgbench pgtrgm pgstatstatements pgcrypto auto-explain citext hstore fuzzystrmatch pgprewarm postgres-fdw uuid-ossp tablefunc unaccent passwordcheck continuous-archiving warm-standby hot-standby different-replication-solutions logfile-maintenance checksums ssl-tcp ssh-tunnels collation predefined-roles explicit-locking transaction-iso',
  ),
]

/** Questions for the reported figures. Nothing was tuned on them. */
export const questions: readonly AnswerableQuestion[] = [
  {
    question: 'Which TCP port does the server listen on by default?',
    page: 'runtime-config-connection.html',
    fact: /\b5432\b/,
  },
  { question: 'How many columns can a table have at most?', page: 'limits.html', fact: /1,?600\b/ },
  {
    question: 'What is the default value of shared_buffers?',
    page: 'runtime-config-resource.html',
    fact: /\b128\s?(?:megabytes|MB)/i,
  },
  {
    question: 'How long does autovacuum sleep between runs by default?',
    page: 'runtime-config-autovacuum.html',
    fact: /\b(?:one|1)\s?min/i,
  },
  { question: 'How large can a single field be?', page: 'limits.html', fact: /\b1 GB\b/ },
  {
    question: 'How many bytes does a bigint take?',
    page: 'datatype-numeric.html',
    fact: /bigint\W.{0,20}\b8 bytes\b/i,
  },
  { question: 'What permissions must the .pgpass file have?', page: 'libpq-pgpass.html', fact: /\b0?600\b/ },
  {
    question: 'What is the default transaction isolation level?',
    page: 'transaction-iso.html',
    fact: /read committed is the default|default (?:transaction )?isolation level.{0,30}read committed|default is .{0,4}read committed/i,
  },
  {
    question: 'Which index types support multiple key columns?',
    page: 'indexes-multicolumn.html',
    fact: /B-tree.{0,30}GiST.{0,30}GIN.{0,30}BRIN/is,
  },
  { question: 'What is the maximum length of an identifier?', page: 'limits.html', fact: /\b63\b/ },
  {
    question: 'How long does the server wait before it checks for a deadlock?',
    page: 'runtime-config-locks.html',
    fact: /\b(?:one second|1s|1 second)\b/i,
  },
  {
    question: 'What is the default of checkpoint_timeout?',
    page: 'runtime-config-wal.html',
    fact: /\b(?:five|5)\s?min/i,
  },
  {
    question: 'Can a generated column refer to another generated column?',
    page: 'ddl-generated-columns.html',
    fact: /cannot reference another generated column/i,
  },
  {
    question: 'What similarity threshold does the % operator of pg_trgm use by default?',
    page: 'pgtrgm.html',
    fact: /\b0\.3\b/,
  },
  {
    question: 'How many clients does pgbench simulate unless told otherwise?',
    page: 'pgbench.html',
    fact: /\bdefault is 1\b|\bone client\b/i,
  },
  { question: 'How big may a tsvector be?', page: 'textsearch-limitations.html', fact: /\b1 megabyte/i },
  {
    question: 'Which password authentication method is the most secure?',
    page: 'auth-password.html',
    fact: /scram-sha-256[\s\S]*most secure|most secure[\s\S]*scram-sha-256/i,
  },
  {
    question: 'What is the name of the default schema?',
    page: 'ddl-schemas.html',
    fact: /“public”|\bschema public\b|\bpublic schema\b/,
  },
  {
    question: 'In which file are the host-based authentication rules kept?',
    page: 'auth-pg-hba-conf.html',
    fact: /pg_hba\.conf/,
  },
  {
    question: 'How do I dump a database into a file from the command line?',
    page: 'backup-dump.html',
    fact: /pg_dump\s+\w+\s*>\s*\w+/,
  },
]

/** Questions for choosing thresholds and weights. */
export const tuningQuestions: readonly AnswerableQuestion[] = [
  {
    question: 'What is the maximum number of connections by default?',
    page: 'runtime-config-connection.html',
    fact: /\b100 connections\b/,
  },
  { question: 'How many columns can one index have?', page: 'limits.html', fact: /index\W.{0,20}\b32\b/ },
  {
    question: 'What does work_mem default to?',
    page: 'runtime-config-resource.html',
    fact: /\b(?:four megabytes|4\s?MB)\b/i,
  },
  { question: 'Which values does boolean accept as true?', page: 'datatype-boolean.html', fact: /\byes\b/ },
  {
    question: 'How many bytes does an IPv6 inet value need?',
    page: 'datatype-net-types.html',
    fact: /inet\W.{0,25}\b19\b/,
  },
  { question: 'How do I skip the first ten rows of a query?', page: 'queries-limit.html', fact: /OFFSET/ },
  {
    question: 'What happens if the key file of the server can be read by others?',
    page: 'ssl-tcp.html',
    fact: /0600|disallow any access/,
  },
  { question: 'How large is a relation allowed to be?', page: 'limits.html', fact: /\b32 TB\b/ },
  {
    question: 'What does the peer authentication method use to identify the user?',
    page: 'auth-peer.html',
    fact: /operating system user name/,
  },
  {
    question: 'Which level of wal_level is needed for logical decoding?',
    page: 'runtime-config-wal.html',
    fact: /\blogical\b/,
  },
  {
    question: 'Are data checksums turned on by default?',
    page: 'checksums.html',
    fact: /not (?:protected|enabled)|disabled|By default, data pages are not/i,
  },
  { question: 'Which environment variable sets the password?', page: 'libpq-envars.html', fact: /PGPASSWORD/ },
  { question: 'How do I make a column compare without regard to case?', page: 'citext.html', fact: /citext/ },
  { question: 'What is the largest value of smallint?', page: 'datatype-numeric.html', fact: /32767/ },
  { question: 'What is the default of random_page_cost?', page: 'runtime-config-query.html', fact: /\b4\.0\b/ },
  { question: 'Which role lets a user read all tables?', page: 'predefined-roles.html', fact: /pg_read_all_data/ },
  { question: 'Which lock mode does VACUUM FULL take?', page: 'explicit-locking.html', fact: /ACCESS EXCLUSIVE/ },
  {
    question: 'What is the longest password that the bf algorithm of crypt takes?',
    page: 'pgcrypto.html',
    fact: /\b72\b/,
  },
  { question: 'What is a partial index?', page: 'indexes-partial.html', fact: /subset of a table/ },
  {
    question: 'How many transactions may pass before a vacuum is forced to prevent wraparound?',
    page: 'routine-vacuuming.html',
    fact: /(?:two|2|200) (?:b|m)illion/,
  },
]

/** Questions that no page answers, though some sound related; for choosing thresholds. */
export const unanswerableQuestions: readonly string[] = [
  'What are your opening hours?',
  'How much does shipping to Canada cost?',
  'Who won the football world cup in 2014?',
  'Can I return shoes I have already worn?',
  'How do I bake sourdough bread?',
  'What is the price of the enterprise plan?',
  'Which port does Redis listen on?',
  'How do I reset my account password on your website?',
  'Does MongoDB support joins?',
  'What is the capital of Australia?',
  'How do I cancel my subscription?',
  'What is the warranty period of the dishwasher?',
  'How many employees does your company have?',
  'How do I configure a Kubernetes ingress?',
  'Do you offer a student discount?',
]

/** Questions that no page answers, for the reported figures. Nothing was tuned on them. */
export const unanswerableForReport: readonly string[] = [
  'Where can I park near your office?',
  'How do I install the mobile app on my iPhone?',
  'What is the boiling point of water at 2000 metres?',
  'Can I pay by bank transfer in instalments?',
  'How does garbage collection work in Java?',
  'What ingredients are in the vegan burger?',
  'When does the next train to Hamburg leave?',
  'How do I write a Dockerfile for a Node.js service?',
  'Is there a family room in your hotel?',
  'How do I change the language of the user interface to French?',
  'Which replica set settings does MongoDB recommend?',
  'Who is the chief executive of your company?',
]
