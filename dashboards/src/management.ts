import { dashboard } from './dashboard.js';
import { lines, stat } from './panels.js';
import { active, percentile, rate, series, sum } from './promql.js';

const SERVERS = 'job="weft-server"';
const request = 'weft_server_http_request_duration_seconds';
const connected = `max by (node) (${series('weft_server_node_connected')})`;

export const managementDashboard = () =>
  dashboard({
    uid: 'management',
    title: 'Management',
    about: 'The servers and their dependencies: API, MongoDB, agents, jobs, event loop. No data passes through them.',
    variables: [],
    rows: {
      Now: [
        stat({
          title: 'Servers up',
          unit: 'short',
          about: 'Servers that Prometheus reaches.',
          width: 5,
          queries: [{ expr: `sum(${series('up', SERVERS)})`, legend: 'servers' }],
        }),
        stat({
          title: 'Nodes connected',
          unit: 'short',
          about: 'Nodes whose agent is connected to any server.',
          width: 5,
          queries: [{ expr: `sum(${connected})`, legend: 'connected' }],
        }),
        stat({
          title: 'Nodes offline',
          unit: 'short',
          about: 'Nodes whose agent is connected to no server.',
          width: 4,
          queries: [{ expr: `sum(1 - ${connected})`, legend: 'offline' }],
          limit: 1,
        }),
        stat({
          title: 'MongoDB members up',
          unit: 'short',
          about: 'Members of the replica set that some server reaches as primary or secondary.',
          width: 5,
          queries: [{ expr: `sum(max by (member) (${series('weft_server_mongodb_member_up')}))`, legend: 'members' }],
        }),
        stat({
          title: 'Agents scraped',
          unit: 'short',
          about: 'Agents that Prometheus reaches.',
          width: 5,
          queries: [{ expr: `sum(${series('up', 'job="weft-agent"')})`, legend: 'agents' }],
        }),
      ],
      Drills: [
        lines({
          title: 'Longest stall of I/O',
          unit: 's',
          about: 'Of the load of the newest drill of each kind.',
          queries: [{ expr: `max by (kind) (${series('weft_server_drill_longest_stall_seconds')})`, legend: '{{kind}}' }],
        }),
        lines({
          title: 'Age of the newest drill',
          unit: 's',
          about: 'Time since the end of the newest drill of each kind that was not cancelled.',
          queries: [{ expr: `time() - max by (kind) (${series('weft_server_drill_ended_timestamp_seconds')})`, legend: '{{kind}}' }],
        }),
        lines({
          title: 'Result',
          unit: 'short',
          about: '1: the newest drill of each kind ended without a failure and within its limit. 0: it did not.',
          queries: [{ expr: `min by (kind) (${series('weft_server_drill_succeeded')})`, legend: '{{kind}}' }],
        }),
      ],
      API: [
        lines({
          title: 'Requests',
          unit: 'reqps',
          about: 'Requests answered a second, by endpoint of the contract.',
          queries: [{ expr: active(sum('endpoint', rate(`${request}_count`))), legend: '{{endpoint}}' }],
          stacked: true,
        }),
        lines({
          title: 'Time to answer',
          unit: 's',
          about: 'Over all endpoints and servers, of added buckets (2 ms to 10 s).',
          queries: [
            { expr: percentile(0.5, request, ''), legend: 'p50' },
            { expr: percentile(0.99, request, ''), legend: 'p99' },
          ],
        }),
        lines({
          title: 'p99 by endpoint',
          unit: 's',
          about: 'Of added buckets over all servers.',
          queries: [{ expr: percentile(0.99, request, 'endpoint'), legend: '{{endpoint}}' }],
        }),
        lines({
          title: 'Refused and failed',
          unit: 'reqps',
          about: "Answers with a status of 400 and above: the caller's fault, and the server's.",
          queries: [
            { expr: `${sum('', rate(`${request}_count`, 'status=~"4.."'))} or 0 * count(${series('weft_server_info')})`, legend: '4xx' },
            { expr: `${sum('', rate(`${request}_count`, 'status=~"5.."'))} or 0 * count(${series('weft_server_info')})`, legend: '5xx' },
          ],
        }),
      ],
      MongoDB: [
        lines({
          title: 'Members',
          unit: 'short',
          about: '1 while some server reaches the member as primary or secondary.',
          queries: [{ expr: `max by (member) (${series('weft_server_mongodb_member_up')})`, legend: '{{member}}' }],
        }),
        lines({
          title: 'Connections',
          unit: 'short',
          about: "Connections of each server's pool, and those in use.",
          queries: [
            { expr: series('weft_server_mongodb_connections'), legend: '{{instance}} open' },
            { expr: series('weft_server_mongodb_connections_in_use'), legend: '{{instance}} in use' },
          ],
        }),
        lines({
          title: 'Operations without a connection',
          unit: 'ops',
          about: 'Operations that got none from the pool in time, a second.',
          queries: [{ expr: sum('instance', rate('weft_server_mongodb_checkout_failures_total')), legend: '{{instance}}' }],
        }),
      ],
      'Agents and jobs': [
        lines({
          title: 'Messages of agents',
          unit: 'ops',
          about: 'Reports and samples taken a second, and samples refused.',
          queries: [
            { expr: sum('', rate('weft_server_agent_reports_total')), legend: 'reports' },
            { expr: sum('', rate('weft_server_samples_total')), legend: 'samples' },
            {
              expr: `${sum('', rate('weft_server_samples_refused_total'))} or 0 * count(${series('weft_server_info')})`,
              legend: 'samples refused',
            },
          ],
        }),
        lines({
          title: 'Jobs',
          unit: 'short',
          about: 'Jobs by state; every server says the same, the largest is taken.',
          queries: [{ expr: `max by (state) (${series('weft_server_jobs')})`, legend: '{{state}}' }],
        }),
        lines({
          title: 'CPU of agents',
          unit: 'percentunit',
          about: 'CPU time of one core; the ten agents that take most.',
          queries: [{ expr: `topk(10, ${sum('node', rate('weft_agent_cpu_seconds_total'))})`, legend: '{{node}}' }],
        }),
        lines({
          title: 'Time to scrape',
          unit: 's',
          about: 'The ten targets that take longest to answer Prometheus.',
          queries: [{ expr: `topk(10, ${series('scrape_duration_seconds', 'job=~"weft-.+"')})`, legend: '{{job}} {{instance}} {{node}}' }],
        }),
      ],
      Statistics: [
        lines({
          title: 'Points',
          unit: 'cps',
          about: 'Points of statistics stored a second, and those lost because MongoDB did not take them in time.',
          queries: [
            { expr: sum('', rate('weft_server_statistics_points_total')), legend: 'stored' },
            { expr: sum('', rate('weft_server_statistics_points_lost_total')), legend: 'lost' },
          ],
        }),
        lines({
          title: 'Time to store and roll up',
          unit: 's',
          about:
            '99th percentile, of added buckets (10 ms to 30 s): storing a step of 10 s, and rolling one of a coarser resolution up, once a minute.',
          queries: ['write', 'roll_up'].map((what) => ({
            expr: percentile(0.99, `weft_server_statistics_${what}_seconds`, ''),
            legend: what.replace('_', ' '),
          })),
          step: '2m',
        }),
        lines({
          title: 'Interval of samples',
          unit: 's',
          about: 'What each server asks of its agents: longer than the setting while it is busy.',
          queries: [{ expr: series('weft_server_statistics_sampling_seconds'), legend: '{{instance}}' }],
        }),
        lines({
          title: 'Watched and open',
          unit: 'short',
          about:
            'Objects that browsers watch live, objects in samples that servers do not know (each minute), and points that are not complete yet.',
          queries: [
            { expr: sum('', series('weft_server_statistics_watched_objects')), legend: 'watched objects' },
            { expr: `60 * ${sum('', rate('weft_server_sample_objects_unknown_total'))}`, legend: 'unknown objects' },
            { expr: sum('', series('weft_server_statistics_open_points')), legend: 'open points' },
          ],
        }),
      ],
      Servers: [
        lines({
          title: 'Event loop delay',
          unit: 's',
          about:
            'Delay of due work in the event loop of each server: 99th percentile and longest since the last scrape. By server, never over servers.',
          queries: [
            { expr: series('nodejs_eventloop_lag_p99_seconds', SERVERS), legend: '{{instance}} p99' },
            { expr: series('nodejs_eventloop_lag_max_seconds', SERVERS), legend: '{{instance}} longest' },
          ],
        }),
        lines({
          title: 'CPU of servers',
          unit: 'percentunit',
          about: 'CPU time of each server process, of one core.',
          queries: [{ expr: rate('process_cpu_seconds_total', SERVERS), legend: '{{instance}}' }],
        }),
        lines({
          title: 'Memory of servers',
          unit: 'bytes',
          about: 'Resident memory of each server process.',
          queries: [{ expr: series('process_resident_memory_bytes', SERVERS), legend: '{{instance}}' }],
        }),
        lines({
          title: 'Versions',
          unit: 'short',
          about: 'Servers by version: two during an upgrade.',
          queries: [{ expr: `count by (version) (${series('weft_server_info')})`, legend: '{{version}}' }],
        }),
      ],
    },
  });
