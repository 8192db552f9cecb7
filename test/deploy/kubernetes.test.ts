import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { parseAllDocuments } from 'yaml'
import { entriesOf, fieldOf } from '../../src/base/json-value.ts'
import { readConfig } from '../../src/config.ts'
import { build, facts, words } from '../helper.ts'

const dockerfile = readFileSync('Dockerfile', 'utf8')
const documents = parseAllDocuments(readFileSync('deploy/kubernetes.yaml', 'utf8'), { uniqueKeys: true })
const objects = new Map<string, unknown>(
  documents.map((document) => [String(document.get('kind')), document.toJS()])
)

const middlewares = new Map<string, unknown>(
  documents
    .filter((document) => document.get('kind') === 'Middleware')
    .map((document) => [String(document.getIn(['metadata', 'name'])), document.toJS().spec])
)

/** Returns a value of an object by its path, such as `spec.replicas`. */
const read = (kind: string, path: string): unknown => fieldOf(objects.get(kind), ...path.split('.'))

const pod = (path: string) => read('Deployment', `spec.template.spec.${path}`)
const container = (path: string) => pod(`containers.0.${path}`)

t.test('the Kubernetes manifest', async (t) => {
  t.test('is valid YAML with one object per kind except Middleware, all with one name', async (t) => {
    for (const { errors, warnings } of documents) t.same([...errors, ...warnings], [])
    const kinds = documents.map((document) => document.get('kind')).filter((kind) => kind !== 'Middleware')
    t.same(
      kinds,
      words('ConfigMap Deployment PodDisruptionBudget HorizontalPodAutoscaler Service NetworkPolicy Ingress')
    )
    for (const kind of kinds) t.equal(read(String(kind), 'metadata.name'), 'business-facts')
  })

  t.test('runs two pods like the image: not as root, read-only, with its port and folder', async (t) => {
    t.equal(read('Deployment', 'spec.replicas'), 2)
    const user = Number(/^USER (\d+):/m.exec(dockerfile)?.[1])
    t.match(pod('securityContext'), { runAsNonRoot: true, runAsUser: user })
    t.same(container('securityContext'), {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] }
    })
    t.match(dockerfile, `EXPOSE ${container('ports.0.containerPort')}\n`)
    t.equal(container('ports.0.containerPort'), readConfig({}).port)
    t.match(dockerfile, 'WORKDIR /app\n')
    t.same(container('volumeMounts'), [{ name: 'data', mountPath: '/app/data', readOnly: true }])
  })

  const settings = Object.fromEntries(
    entriesOf(read('ConfigMap', 'data')).map(([name, value]) => [name, String(value)])
  )
  const { baseUrl, metricsHost, metricsPort, shutdownGraceMs } = readConfig(settings)

  t.test('sets only known variables, and exposes the port and the host that they name', async (t) => {
    const known = readFileSync('.env.example', 'utf8')
    for (const name of Object.keys(settings)) t.match(known, new RegExp(`^${name}=`, 'm'))
    t.equal(metricsHost, '0.0.0.0', 'a scraper is in another pod')
    t.equal(container('ports.1.containerPort'), metricsPort)
    t.match(read('Deployment', 'spec.template.metadata.annotations'), {
      'prometheus.io/port': `${metricsPort}`
    })
    t.equal(new URL(baseUrl).hostname, read('Ingress', 'spec.rules.0.host'))
    t.same(read('Ingress', 'spec.tls.0.hosts'), [new URL(baseUrl).hostname])
  })

  t.test('has a termination grace period that exceeds the server’s', async (t) => {
    const sleep = Number(container('lifecycle.preStop.exec.command.1'))
    t.ok(Number(pod('terminationGracePeriodSeconds')) * 1000 > sleep * 1000 + shutdownGraceMs)
  })

  t.test('probes and routes only paths that exist', async (t) => {
    const app = await build(t, { business: await facts('test/fixtures/minimal') })
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      t.equal(container(`${probe}.httpGet.port`), 'http')
      t.equal((await app.inject(String(container(`${probe}.httpGet.path`)))).statusCode, 200)
    }
  })

  t.test('has selectors that match its labels', async (t) => {
    const labels = read('Deployment', 'spec.template.metadata.labels')
    t.same(read('Deployment', 'spec.selector.matchLabels'), labels)
    t.same(read('PodDisruptionBudget', 'spec.selector.matchLabels'), labels)
    t.same(read('Service', 'spec.selector'), labels)
    t.equal(read('Service', 'spec.ports.0.targetPort'), container('ports.0.name'))
    t.equal(read('Ingress', 'spec.rules.0.http.paths.0.backend.service.name'), 'business-facts')
    t.equal(read('HorizontalPodAutoscaler', 'spec.scaleTargetRef.name'), 'business-facts')
    t.equal(read('HorizontalPodAutoscaler', 'spec.minReplicas'), read('Deployment', 'spec.replicas'))
    t.ok(Number(read('PodDisruptionBudget', 'spec.minAvailable')) < 2)
  })

  t.test('limits bodies to the size that the server accepts, and sends HSTS', async (t) => {
    const annotations = read('Ingress', 'metadata.annotations')
    const names = String(fieldOf(annotations, 'traefik.ingress.kubernetes.io/router.middlewares')).split(',')
    const used = names.map((name) => middlewares.get(name.replace(/^default-(.+)@kubernetescrd$/, '$1')))
    t.match(used, [{ headers: { stsSeconds: 31_536_000 } }, { buffering: { maxRequestBodyBytes: 65_536 } }])
    for (const middleware of middlewares.values()) t.equal(entriesOf(middleware).length, 1)
  })

  t.test('opens only the ports of the server, and allows no outgoing connection', async (t) => {
    t.same(read('NetworkPolicy', 'spec.policyTypes'), ['Ingress', 'Egress'])
    t.notOk(read('NetworkPolicy', 'spec.egress'))
    const ingress = ['http', 'metrics'].map((port) => ({ ports: [{ port }] }))
    t.match(read('NetworkPolicy', 'spec.ingress'), ingress)
  })

  t.test('fits data/ into a ConfigMap: keys and size that Kubernetes allows', async (t) => {
    const files = readdirSync('data', { withFileTypes: true }).filter((entry) => entry.isFile())
    const size = files.reduce((sum, { name }) => sum + readFileSync(`data/${name}`).length, 0)
    t.ok(size < 2 ** 20)
    for (const { name } of files) t.match(name, /^[-._a-zA-Z0-9]+$/)
  })
})
