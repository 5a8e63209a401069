import { RDMA_RETRANSMITS } from '@weft/shared/stats/rdma-retransmits';
import { choice, dashboard } from './dashboard.js';
import { lines } from './panels.js';
import { averageLatency, bytesPerSecond, cpuBusy, DIRECTIONS, iops, percentile, rate, series, sum, targetTax } from './promql.js';

const CHOSEN = 'node=~"$node"';

export const nodeDashboard = () =>
  dashboard({
    uid: 'node',
    title: 'Node',
    about:
      'What a node does as a target and as a client, and what it costs: CPU by mode and core, export overhead, memory, network, drives, the agent.',
    variables: [choice('node', 'weft_node_memory_total_bytes')],
    rows: {
      CPU: [
        lines({
          title: 'CPU',
          unit: 'percentunit',
          about: 'Part of all CPU time that is not idle; waiting for I/O counts as idle.',
          queries: [{ expr: cpuBusy(CHOSEN), legend: '{{node}}' }],
        }),
        lines({
          title: 'Export overhead',
          unit: 'percentunit',
          about: 'Part of all CPU time spent on exporting legs. What is counted, and what cannot be seen: docs/observability.md.',
          queries: [{ expr: targetTax(CHOSEN), legend: '{{node}}' }],
          limit: 0.005,
        }),
        lines({
          title: 'CPU by mode',
          unit: 'percentunit',
          about: 'Part of the CPU time of all chosen nodes by mode; idle is left out.',
          queries: [
            {
              expr: `${sum('mode', rate('weft_node_cpu_seconds_total', CHOSEN, 'mode!="idle"'))} / on () group_left () ${sum('', rate('weft_node_cpu_seconds_total', CHOSEN))}`,
              legend: '{{mode}}',
            },
          ],
          stacked: true,
        }),
        lines({
          title: 'CPU by core',
          unit: 'percentunit',
          about: 'Part of the time that each core is not idle: shows interrupts that all go to one.',
          queries: [
            {
              expr: `1 - ${sum('node, core', rate('weft_node_cpu_seconds_total', CHOSEN, 'mode="idle"'))} / ${sum('node, core', rate('weft_node_cpu_seconds_total', CHOSEN))}`,
              legend: '{{node}} core {{core}}',
            },
          ],
        }),
        lines({
          title: 'Interrupts',
          unit: 'cps',
          about: 'Interrupts served a second.',
          queries: [{ expr: sum('node', rate('weft_node_interrupts_total', CHOSEN)), legend: '{{node}}' }],
        }),
        lines({
          title: 'Memory',
          unit: 'bytes',
          about: 'All memory, and what programs could still get.',
          queries: [
            { expr: sum('node', series('weft_node_memory_total_bytes', CHOSEN)), legend: '{{node}} all' },
            { expr: sum('node', series('weft_node_memory_available_bytes', CHOSEN)), legend: '{{node}} available' },
          ],
        }),
        lines({
          title: 'Waiting for I/O by slice',
          unit: 'percentunit',
          about:
            'Part of the time in which at least one task of the slice waited for I/O, on any device and for any cause; a limit per client is one. No kernel counts the time of throttling alone (docs/data-services.md).',
          queries: [{ expr: sum('node, slice', rate('weft_slice_io_waiting_seconds_total', CHOSEN)), legend: '{{node}} {{slice}}' }],
          nothing: 'No limits per client',
        }),
      ],
      Network: [
        lines({
          title: 'Received',
          unit: 'Bps',
          about: 'Bytes received a second by NIC. RDMA traffic may pass by these counters: see the RDMA counters.',
          queries: [{ expr: sum('node, nic', rate('weft_nic_receive_bytes_total', CHOSEN)), legend: '{{node}} {{nic}}' }],
        }),
        lines({
          title: 'Sent',
          unit: 'Bps',
          about: 'Bytes sent a second by NIC. RDMA traffic may pass by these counters: see the RDMA counters.',
          queries: [{ expr: sum('node, nic', rate('weft_nic_transmit_bytes_total', CHOSEN)), legend: '{{node}} {{nic}}' }],
        }),
        lines({
          title: 'Errors',
          unit: 'cps',
          about: 'Packets received with errors, or not sent because of them, a second.',
          queries: [
            { expr: sum('node, nic', rate('weft_nic_receive_errors_total', CHOSEN)), legend: '{{node}} {{nic}} received' },
            { expr: sum('node, nic', rate('weft_nic_transmit_errors_total', CHOSEN)), legend: '{{node}} {{nic}} sent' },
          ],
        }),
        lines({
          title: 'PCIe link of NICs',
          unit: 'percentunit',
          about: 'Present rate of the PCIe link of each NIC, of what NIC and slot both support.',
          queries: [{ expr: series('weft_nic_pcie_link_ratio', CHOSEN), legend: '{{node}} {{nic}}' }],
        }),
        lines({
          title: 'Retransmits',
          unit: 'cps',
          about: 'Packets that RDMA devices sent again, and segments that TCP sent again, a second. TCP: all connections of the machine.',
          queries: [
            {
              expr: sum('node', rate('weft_rdma_events_total', CHOSEN, `counter=~"${RDMA_RETRANSMITS.join('|')}"`)),
              legend: '{{node}} RDMA',
            },
            { expr: sum('node', rate('weft_node_tcp_retransmits_total', CHOSEN)), legend: '{{node}} TCP' },
          ],
        }),
        lines({
          title: 'RDMA counters',
          unit: 'cps',
          about: "Counts a second of the RDMA devices' hardware counters; their names are the kernel's and differ by driver.",
          queries: [{ expr: sum('node, nic, counter', rate('weft_rdma_events_total', CHOSEN)), legend: '{{node}} {{nic}} {{counter}}' }],
        }),
      ],
      'As a target': [
        lines({
          title: 'IOPS by drive',
          unit: 'iops',
          about: 'Reads and writes that the legs of each drive complete a second.',
          queries: [{ expr: iops('leg', 'node, drive', CHOSEN), legend: '{{node}} {{drive}}' }],
        }),
        lines({
          title: 'Throughput by drive',
          unit: 'Bps',
          about: 'Bytes read and written a second of the legs of each drive.',
          queries: [{ expr: bytesPerSecond('leg', 'node, drive', CHOSEN), legend: '{{node}} {{drive}}' }],
        }),
        lines({
          title: 'p99 latency by drive',
          unit: 's',
          about: 'Over all legs of a drive, of added buckets; off by less than a factor of two (an octave).',
          queries: [{ expr: percentile(0.99, 'weft_leg_io_latency_seconds', 'node, drive', CHOSEN), legend: '{{node}} {{drive}}' }],
        }),
        ...DIRECTIONS.map((direction) =>
          lines({
            title: `Average ${direction} latency by drive`,
            unit: 's',
            about: `Time of all ${direction}s of the legs of each drive divided by their number.`,
            queries: [{ expr: averageLatency('leg', direction, 'node, drive', CHOSEN), legend: '{{node}} {{drive}}' }],
          }),
        ),
        lines({
          title: 'Temperature',
          unit: 'celsius',
          about: 'Composite temperature of each drive.',
          queries: [{ expr: series('weft_drive_temperature_celsius', CHOSEN), legend: '{{node}} {{drive}}' }],
          limit: 70,
        }),
      ],
      'As a client': [
        lines({
          title: 'IOPS by volume',
          unit: 'iops',
          about: 'Reads and writes that the node completes a second on each attached volume.',
          queries: [{ expr: iops('volume', 'node, volume', CHOSEN), legend: '{{node}} {{volume}}' }],
        }),
        lines({
          title: 'p99 latency by volume',
          unit: 's',
          about: 'As this client sees it, of added buckets; off by less than a factor of two (an octave).',
          queries: [{ expr: percentile(0.99, 'weft_volume_io_latency_seconds', 'node, volume', CHOSEN), legend: '{{node}} {{volume}}' }],
        }),
        ...DIRECTIONS.map((direction) =>
          lines({
            title: `Average ${direction} latency by volume`,
            unit: 's',
            about: `As this client sees it: time of all ${direction}s divided by their number.`,
            queries: [{ expr: averageLatency('volume', direction, 'node, volume', CHOSEN), legend: '{{node}} {{volume}}' }],
          }),
        ),
      ],
      Agent: [
        lines({
          title: 'CPU of the agent',
          unit: 'percentunit',
          about: 'CPU time of the agent itself, of one core.',
          queries: [{ expr: sum('node', rate('weft_agent_cpu_seconds_total', CHOSEN)), legend: '{{node}}' }],
        }),
        lines({
          title: 'Memory of the agent',
          unit: 'bytes',
          about: 'Resident memory of the agent itself.',
          queries: [{ expr: sum('node', series('weft_agent_memory_bytes', CHOSEN)), legend: '{{node}}' }],
        }),
      ],
    },
  });
