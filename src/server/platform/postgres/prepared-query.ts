import pg from 'pg'

/** What the driver knows of a statement's rows once PostgreSQL has described them. */
interface Shape {
  fields: unknown[]
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

type Callback = (error: Error | null, result: pg.QueryResult) => void

/** The parts of the driver's own query that are used here, which its types leave out. */
interface DriverQuery {
  name: string
  _result: Shape
  _accumulateRows: boolean
  prepare(connection: pg.Connection): void
  handleRowDescription(message: unknown): void
  handleCommandComplete(message: unknown, connection: pg.Connection): void
}

interface Known {
  /** By the statement's name; null where it gives no rows. */
  shapes: Map<string, Shape | null>
  /** The connection, but for asking what rows look like. */
  undescribed: pg.Connection
}

const known = new WeakMap<pg.Connection, Known>()

function knownOf(connection: pg.Connection): Known {
  const found = known.get(connection)
  if (found) return found
  const undescribed = Object.assign(Object.create(connection), { describe: () => {} })
  const created = { shapes: new Map(), undescribed }
  known.set(connection, created)
  return created
}

const Query = pg.Query as unknown as new (config: pg.QueryConfig, values: undefined, callback: Callback) => DriverQuery

/**
 * A query by a named statement. The driver has PostgreSQL describe a statement's rows each time it runs; this one only
 * the first time on a connection. They stay as they are: PostgreSQL refuses to run one whose rows would differ.
 */
export class PreparedQuery extends Query {
  #shapes: Known['shapes'] | undefined // where they are still to be written down

  override prepare(connection: pg.Connection): void {
    const { shapes, undescribed } = knownOf(connection)
    const shape = shapes.get(this.name)
    if (shape === undefined) this.#shapes = shapes
    else if (shape) {
      Object.assign(this._result, shape)
      this._accumulateRows = true
    }
    super.prepare(shape === undefined ? connection : undescribed)
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#shapes?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
    this.#shapes = undefined
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    super.handleCommandComplete(message, connection)
    this.#shapes?.set(this.name, null)
  }
}
