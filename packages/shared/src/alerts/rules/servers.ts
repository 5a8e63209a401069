import type { AlertRule } from './rule.js';

const server = { group: 'weft-servers', kind: 'server', severity: 'warning', ownEvaluation: true } as const;
const cluster = { ...server, kind: 'cluster' } as const;

export const serverRules = [
  {
    ...cluster,
    name: 'WeftServersSilent',
    severity: 'critical',
    ...{ forSeconds: 60, keepSeconds: 60, labels: [] },
    ownEvaluation: false,
    why: 'No server runs that could evaluate it.',
    expr: 'absent(up{job="weft-server"} == 1)',
    summary: 'Prometheus reaches no Weft server.',
    meaning:
      'The data path needs none. But no change and no repair happens, and alerts that rest on the servers (volumes, nodes, replica set) are blind.',
    action:
      'Check `systemctl status weft-server` on the servers and /readyz of each, which names what is not ready; and the scrape token and addresses of prometheus.yml.',
  },
  {
    ...server,
    name: 'WeftServerSilent',
    ...{ forSeconds: 60, keepSeconds: 60, labels: ['server'] },
    expr: 'max by (weft_cluster, simulated, server) (weft_server_online) == 0',
    summary: 'Server {server} has sent no heartbeat for more than a minute.',
    meaning: 'The other servers have taken over its agents and its work. I/O needs no server. With one more lost, no reserve is left.',
    action:
      'Check `systemctl status weft-server` on that machine, and its connection to MongoDB. A server that was removed leaves the list after an hour.',
  },
  {
    ...cluster,
    name: 'WeftReplicaSetMemberDown',
    ...{ forSeconds: 60, keepSeconds: 60, labels: ['member'] },
    expr: 'max by (weft_cluster, simulated, member) (weft_server_mongodb_member_up) == 0',
    summary: 'MongoDB member {member} is down.',
    meaning:
      'No server reaches it as primary or secondary. Two of three members suffice; with one more lost nothing can be changed. I/O of volumes needs none of them.',
    action:
      'Check mongod and its disk on that machine, and `rs.status()` on another member. A member that was offline for longer than the oplog reaches back needs a new initial sync.',
  },
  {
    ...cluster,
    name: 'WeftServersApart',
    ...{ forSeconds: 120, keepSeconds: 60, labels: ['instance'], unit: 'count' },
    ownEvaluation: false,
    why: 'Each server knows only its own connections, and only while a browser watches there.',
    expr: 'weft_server_peer_links - weft_server_peer_links_up > 0',
    summary: 'The server on {instance} is not connected to {value} of the other servers.',
    meaning: 'Live values that it shows lack the nodes of those servers, and state that. Nothing else needs these connections.',
    action:
      'Its log names the address and the error: name service, firewall, or a certificate that it does not trust (docs/operating.md, "Servers among each other").',
  },
  {
    ...cluster,
    name: 'WeftBackupFails',
    ...{ forSeconds: 600, keepSeconds: 300, labels: [] },
    ownEvaluation: false,
    why: 'Only the server that takes backups counts failures; the servers themselves show late backups (WeftBackupLate).',
    expr: 'sum by (weft_cluster, simulated) (increase(weft_server_backup_failures_total[5m])) > 0',
    summary: 'Backups of the database fail.',
    meaning:
      'The server that takes the backups has failed for 10 minutes, and retries at least once a minute. The cluster runs, but what changes now is in no backup.',
    action:
      'The log of the server names the folder and the error: a missing or read-only folder, no space, or the database. Older backups stay (docs/operating.md, "Backup of the database").',
  },
  {
    ...cluster,
    name: 'WeftBackupLate',
    ...{ forSeconds: 120, keepSeconds: 60, labels: [] },
    expr: 'max by (weft_cluster, simulated) (weft_server_backup_late) == 1',
    summary: 'Backups of the database are late.',
    meaning:
      "A rotation has had no backup for 10 minutes longer than its interval, or a server cannot read its folder. The console's overview and its page Backups show the same.",
    action:
      'The page Backups names the server, its folder and the reason. Look for the error in the log of the servers: folder, space, or the database (docs/operating.md, "Backup of the database").',
  },
  {
    ...server,
    name: 'WeftCertificateExpires',
    ...{ forSeconds: 0, keepSeconds: 60, labels: ['server'], unit: 'days' },
    threshold: {
      ...{ default: 1_209_600, min: 3600, max: 31_536_000, unit: 'days', fires: 'below' },
      meaning: 'Time until the certificate of a server expires',
    },
    expr: 'label_replace(min by (weft_cluster, simulated, instance) (weft_server_certificate_expiry_timestamp_seconds - time()) < $threshold, "server", "$1", "instance", "(.*)")',
    summary: 'The certificate of server {server} expires in {value}.',
    meaning: 'After that, browsers and agents refuse the connection to this server. I/O is not affected.',
    action:
      'Install a new certificate and key at the paths of tlsCertificate and tlsKey; the server reads them within a minute. A certificate that the server makes is renewed a month before its end: look for the error in its log (docs/operating.md, "TLS").',
  },
  {
    ...cluster,
    name: 'WeftApiTokenExpires',
    ...{ forSeconds: 0, keepSeconds: 60, labels: ['token', 'user'], unit: 'days' },
    threshold: {
      ...{ default: 604_800, min: 3600, max: 31_536_000, unit: 'days', fires: 'below' },
      meaning: 'Time until an API token expires that was used within the last week',
    },
    expr: null,
    why: 'Which tokens are in use is in no metric.',
    summary: 'API token {token} of {user} expires in {value}.',
    meaning: 'It was used within the last week. After that, what calls the API with it is refused. I/O is not affected.',
    action:
      'Create a new token on the page API tokens, give it to what uses this one, and revoke this one. Nothing to do if it is not needed any more.',
  },
  {
    ...cluster,
    name: 'WeftOrphansGrow',
    ...{ forSeconds: 300, keepSeconds: 900, labels: [], unit: 'count' },
    expr: 'max by (weft_cluster, simulated) (delta(sum by (weft_cluster, simulated, instance) (weft_server_orphans)[1h:1m])) > 0',
    summary: 'There are {value} more orphans than an hour ago.',
    meaning:
      'Objects without their counterpart take space, and may hold the only copy of data: of a restored database, or of a removal that did not finish.',
    action: 'Open the page Orphans: it states for each what it is and what can be done. Clean nothing that may hold the only copy.',
  },
] as const satisfies AlertRule[];
