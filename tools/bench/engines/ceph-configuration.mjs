// Ceph's configuration for a store on one machine: it starts within seconds, and detects the end of an OSD within a few seconds.

/** The pools that a gateway needs, in the order of their ids, with their numbers of placement groups. */
export const pools = [
  { name: '.rgw.root', groups: 1 },
  { name: 'default.rgw.log', groups: 1 },
  { name: 'default.rgw.control', groups: 1 },
  { name: 'default.rgw.meta', groups: 1 },
  { name: 'default.rgw.buckets.index', groups: 2 },
  { name: 'default.rgw.buckets.data', groups: 4 },
  { name: 'default.rgw.buckets.non-ec', groups: 1 },
]

/** @param {{ folder: string, fsid: string, ports: { monitor: number, osds: number, gateways: number[] } }} place */
export function buildCephConfiguration({ folder, fsid, ports }) {
  const gateways = ports.gateways.map(
    (port, number) => `[client.rgw.${number}]\nrgw_frontends = beast endpoint=127.0.0.1:${port}\n`,
  )
  return `
[global]
fsid = ${fsid}
mon_host = [v2:127.0.0.1:${ports.monitor}]
mon_initial_members = a
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_ipv6 = false
ms_bind_msgr1 = false
ms_bind_port_min = ${ports.osds}
ms_bind_port_max = ${ports.osds + 90}
keyring = ${folder}/keyring
run_dir = ${folder}/tmp
# Without an admin socket an OSD does not answer questions about its placement groups.
admin_socket = ${folder}/tmp/$name.asok
pid_file =
crash_dir = ${folder}/tmp
log_file = ${folder}/log/$name.log
log_to_stderr = false
err_to_stderr = true
mon_cluster_log_to_file = false
debug_none = 0/0
osd_pool_default_size = 2
osd_pool_default_min_size = 1
osd_pool_default_pg_autoscale_mode = off
# Both OSDs are on this machine.
osd_crush_chooseleaf_type = 0
mon_max_pg_per_osd = 2000

[mon]
mon_data = ${folder}/mon/$id
mon_osd_min_down_reporters = 1
mon_osd_reporter_subtree_level = osd
mon_osd_adjust_heartbeat_grace = false
mon_data_avail_warn = 2
mon_data_avail_crit = 1
auth_allow_insecure_global_id_reclaim = false

[osd]
osd_data = ${folder}/osd/$id
osd_objectstore = bluestore
bluestore_block_size = ${10 * 2 ** 30}
bluestore_cache_autotune = false
bluestore_cache_size = ${64 * 2 ** 20}
osd_heartbeat_interval = 1
osd_heartbeat_grace = 4
osd_recovery_sleep_hdd = 0
osd_recovery_sleep_ssd = 0
osd_class_update_on_start = false
osd_crush_update_on_start = true
crush_location = root=default host=h$id

[client]
rgw_data = ${folder}/tmp
rgw_enable_usage_log = false
rgw_dynamic_resharding = false
rgw_override_bucket_index_max_shards = 1
rgw_thread_pool_size = 32
# A gateway that ends while it completes an upload keeps others from it for so many seconds; 600 by default.
rgw_mp_lock_max_time = 5

${gateways.join('\n')}`
}
