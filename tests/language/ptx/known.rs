//! Instructions of PTX that are interpreted or not, and never mistakes: `ptxas` 13.5 takes each line, for `sm_100a`
//! or `sm_90a`.

use gpu_litmus::SourceFile;
use gpu_litmus::ptx::parse;

use super::assembler::{HEAD, lines};

const KNOWN: &str = "
lop3.or.b32 %r1|%p1, %r2, %r3, %r4, 0x1b, %p2;  lop3.and.b32 _|%p1, %r2, %r3, %r4, 0x1b, !%p2;
cvt.pack.sat.s8.s32.b32 %r1, %r2, %r3, %r4;  cvt.pack.sat.u16.s32 %r1, %r2, %r3;
cvt.rn.satfinite.e4m3x2.f32 %h1, %f1, %f2;  cvt.rn.f16x2.e4m3x2 %r1, %h1;
cvt.rn.relu.satfinite.e5m2x2.f16x2 %h1, %r1;  cvt.rn.bf16x2.f32 %r1, %f1, %f2;  cvt.rna.tf32.f32 %r1, %f1;
cvt.rna.satfinite.tf32.f32 %r1, %f1;  cvt.rs.f16x2.f32 %r1, %f1, %f2, %r2;
cvt.rs.satfinite.e4m3x4.f32 %r1, {%f1, %f2, %f3, %f4}, %r2;  cvt.rz.satfinite.ue8m0x2.f32 %h1, %f1, %f2;
cvt.rn.bf16x2.ue8m0x2 %r1, %h1;  cvt.rn.satfinite.e2m3x2.f32 %h1, %f1, %f2;
cvt.rn.satfinite.e3m2x2.f32 %h1, %f1, %f2;  fence.proxy.alias;  fence.proxy.async;  fence.proxy.async.global;
fence.proxy.async.shared::cta;  fence.proxy.tensormap::generic.acquire.gpu [%d1], 128;
fence.proxy.tensormap::generic.release.cta;
fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;
fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster;
fence.acquire.sync_restrict::shared::cluster.cluster;  fence.release.sync_restrict::shared::cta.cluster;
fence.mbarrier_init.release.cluster;  fence.acquire.gpu;  fence.release.sys;  membar.proxy.alias;
mov.b128 %q1, {%d1, %d2};  mov.b128 {%d1, %d2}, %q1;  mov.b128 %q1, %q2;  ld.global.b128 %q1, [%d1];
st.global.b128 [%d1], %q1;  ld.relaxed.gpu.global.b128 %q1, [%d1];  atom.exch.global.b128 %q1, [%d1], %q2;
atom.cas.b128 %q1, [%d1], %q2, %q1;  atom.global.add.v4.f32 {%f1, %f2, %f3, %f4}, [%d1], {%f1, %f2, %f3, %f4};
atom.global.add.noftz.v2.f16x2 {%r1, %r2}, [%d1], {%r1, %r2};  red.global.add.v2.f32 [%d1], {%f1, %f2};
red.relaxed.gpu.global.add.noftz.bf16x2 [%d1], %r1;
red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.inc.u32 [%r1], %r2, [%r3];
st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r1], %r2, [%r3];
st.async.mmio.release.sys.global.b32 [%d1], %r1;  st.bulk.weak.shared::cta [%d1], %d2, 0;
prmt.b32.f4e %r1, %r2, %r3, %r4;  prmt.b32.rc16 %r1, %r2, %r3, %r4;  add.rn.f32.f16 %f1, %h1, %f2;
sub.rz.sat.f32.bf16 %f1, %h1, %f2;  fma.rn.f32.f16 %f1, %h1, %h2, %f2;  fma.rn.oob.f16 %h1, %h2, %h3, %h4;
fma.rn.oob.relu.bf16x2 %r1, %r2, %r3, %r4;  fma.rn.ftz.relu.f16x2 %r1, %r2, %r3, %r4;
fma.rn.relu.bf16 %h1, %h2, %h3, %h4;  mul.rn.f32x2 %d1, %d2, %d3;  fma.rn.ftz.f32x2 %d1, %d2, %d3, %d4;
mad.hi.sat.s32 %r1, %r2, %r3, %r4;  max.relu.s32 %r1, %r2, %r3;  max.relu.s16x2 %r1, %r2, %r3;
min.u16x2 %r1, %r2, %r3;  max.NaN.f32 %f1, %f2, %f3, %f4;  max.f32 %f1, %f2, %f3, %f4;
min.ftz.NaN.xorsign.abs.f32 %f1, %f2, %f3;  min.ftz.abs.f32 %f1, %f2, %f3, %f4;
max.NaN.xorsign.abs.bf16x2 %r1, %r2, %r3;  max.ftz.NaN.f16 %h1, %h2, %h3;  add.cc.u32 %r1, %r2, %r3;
addc.cc.u32 %r1, %r2, %r3;  addc.u64 %d1, %d2, %d3;  sub.cc.s32 %r1, %r2, %r3;  subc.u32 %r1, %r2, %r3;
mad.lo.cc.u32 %r1, %r2, %r3, %r4;  madc.hi.cc.u32 %r1, %r2, %r3, %r4;  mul24.lo.s32 %r1, %r2, %r3;
mad24.hi.sat.s32 %r1, %r2, %r3, %r4;  bmsk.clamp.b32 %r1, %r2, %r3;  szext.wrap.s32 %r1, %r2, %r3;
bfind.shiftamt.u32 %r1, %r2;  fns.b32 %r1, %r2, %r3, %r4;  dp4a.u32.s32 %r1, %r2, %r3, %r4;
dp2a.lo.s32.u32 %r1, %r2, %r3, %r4;  testp.notanumber.f32 %p1, %f1;  copysign.f64 %e1, %e2, %e3;
tanh.approx.bf16x2 %r1, %r2;  ex2.approx.ftz.bf16 %h1, %h2;  ex2.approx.f16x2 %r1, %r2;  rcp.approx.ftz.f64 %e1, %e2;
rsqrt.approx.ftz.f64 %e1, %e2;  sqrt.rm.ftz.f32 %f1, %f2;  set.eq.u32.f16x2 %r1, %r2, %r3;
set.lt.and.ftz.f32.f32 %f1, %f2, %f3, %p1;  set.gtu.bf16.bf16 %h1, %h2, %h3;  setp.eq.f16x2 %p1|%p2, %r1, %r2;
setp.lt.and.bf16 %p1, %h1, %h2, %p2;  slct.u32.s32 %r1, %r2, %r3, %r4;  slct.ftz.f32.f32 %f1, %f2, %f3, %f4;
vadd.u32.u32.u32 %r1, %r2.b0, %r3.h1;  vadd.s32.u32.s32.sat.add %r1, %r2.b0, %r3.h1, %r4;
vmad.u32.u32.u32.shr7 %r1, %r2.b0, %r3.h1, %r4;  vabsdiff.u32.u32.u32 %r1, %r2, %r3;  vset.u32.u32.lt %r1, %r2, %r3;
vshl.u32.u32.u32.clamp %r1, %r2, %r3;  vadd2.u32.u32.u32 %r1, %r2, %r3, %r4;  vavrg4.u32.u32.u32 %r1, %r2, %r3, %r4;
vset4.u32.u32.lt %r1, %r2, %r3, %r4;  isspacep.param::entry %p1, %d1;  isspacep.shared::cluster %p1, %d1;
cvta.param.u64 %d1, a;  cvta.to.shared::cluster.u64 %d1, %d2;  mapa.u64 %d1, %d2, %r1;
mapa.shared::cluster.u32 %r1, %r2, %r3;  getctarank.u64 %r1, %d1;
createpolicy.fractional.L2::evict_last.b64 %d1, 1.0;
createpolicy.range.global.L2::evict_last.L2::evict_unchanged.b64 %d1, [%d2], 4096, 8192;
createpolicy.cvt.L2.b64 %d1, %d2;  prefetch.global.L1 [%d1];  prefetch.global.L2::evict_last [%d1];
prefetch.tensormap [%d1];  prefetchu.L1 [%d1];  applypriority.global.L2::evict_normal [%d1], 128;
discard.global.L2 [%d1], 128;
ld.global.nc.L1::no_allocate.L2::128B.v8.b32 {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, [%d1];
ld.global.L1::evict_last.L2::cache_hint.v4.b64 {%d1, %d2, %d3, %d4}, [%d5], %d6;
ld.mmio.relaxed.sys.global.u32 %r1, [%d1];  st.mmio.relaxed.sys.global.u32 [%d1], %r1;
ld.weak.global.cv.u32 %r1, [%d1];  ld.param::entry.u64 %d1, [a];  ldu.global.v2.f32 {%f1, %f2}, [%d1];
multimem.ld_reduce.relaxed.gpu.global.add.f32 %f1, [%d1];  multimem.st.weak.global.u32 [%d1], %r1;
multimem.red.release.sys.global.add.u32 [%d1], %r1;  cp.async.ca.shared.global [%r1], [%d1], 16;
cp.async.cg.shared.global.L2::cache_hint [%r1], [%d1], 16, %r2, %d2;  cp.async.commit_group;  cp.async.wait_group 0;
cp.async.wait_all;  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%d1], %r2, [%r3];
cp.async.bulk.global.shared::cta.bulk_group [%d1], [%r1], %r2;  cp.async.bulk.prefetch.L2.global [%d1], %r1;
cp.async.bulk.commit_group;  cp.async.bulk.wait_group.read 0;
cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1], [%d1, {%r2, %r3}], [%r4];
cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%r1], [%d1, {%r2, %r3, %r4}], [%r5], {%h1};
cp.async.bulk.prefetch.tensor.1d.L2.global.tile [%d1, {%r1}];
cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%d1], [%r1], %r2;
cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.tile.bulk_group [%d1, {%r1}], [%r2];
cp.async.mbarrier.arrive.noinc.shared.b64 [%r1];  tensormap.replace.tile.global_address.global.b1024.b64 [%d1], %d2;
tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%d1], [%r1], 128;
mbarrier.init.shared.b64 [%r1], 4;  mbarrier.inval.shared.b64 [%r1];
mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r1], 16;
mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%r1], 16;  mbarrier.arrive.shared.b64 %d1, [%r1];
mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r1];  mbarrier.arrive.expect_tx.shared.b64 %d1, [%r1], 16;
mbarrier.arrive_drop.shared.b64 %d1, [%r1];  mbarrier.test_wait.shared.b64 %p1, [%r1], %d1;
mbarrier.test_wait.parity.shared.b64 %p1, [%r1], 0;
mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 %p1, [%r1], %r2, 100;  mbarrier.pending_count.b64 %r1, %d1;
barrier.cluster.arrive;  barrier.cluster.arrive.relaxed.aligned;  barrier.cluster.arrive.release;
barrier.cluster.wait.acquire.aligned;  barrier.cta.red.and.pred %p1, 0, %p2;
barrier.red.popc.aligned.u32 %r1, 0, 64, %p1;
clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%r1], [%r2];
clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p1, %q1;
clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%r1, %r2, %r3, _}, %q1;  griddepcontrol.wait;
griddepcontrol.launch_dependents;  elect.sync _|%p1, -1;  redux.sync.min.abs.NaN.f32 %f1, %f2, -1;
match.any.sync.b64 %r1, %d1, -1;  setmaxnreg.inc.sync.aligned.u32 160;  nanosleep.u32 100;  pmevent 3;
pmevent.mask 0xff;  brkpt;  stacksave.u64 %d1;  stackrestore.u64 %d1;  alloca.u64 %d1, %d2, 16;
ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r1, %r2, %r3, %r4}, [%r5];
ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r1, %r2}, [%r3];
stmatrix.sync.aligned.m8n8.x2.shared.b16 [%r1], {%r2, %r3};  movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r2;
mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2, %r3, %r4}, {%r5, %r6}, {%f5, %f6, %f7, %f8};
wmma.load.a.sync.aligned.m16n16k16.shared.row.f16 {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, [%r1];
wgmma.fence.sync.aligned;  tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r1], 64;
tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;  tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r1, 64;
tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r1, %r2}, [%r3];  tcgen05.st.sync.aligned.32x32b.x1.b32 [%r1], {%r2};
tcgen05.wait::ld.sync.aligned;  tcgen05.fence::before_thread_sync;
tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r1];
tcgen05.cp.cta_group::1.128x256b [%r1], %d1;  tcgen05.shift.cta_group::1.down [%r1];
tcgen05.mma.cta_group::1.kind::f16 [%r1], %d1, %d2, %r2, %p1;  tex.1d.v4.s32.s32 {%r1, %r2, %r3, %r4}, [tx, {%r5}];
tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [tx, {%f5, %f6}];
tld4.r.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [tx, {%f5, %f6}];  txq.width.b32 %r1, [tx];
suld.b.1d.v4.b32.trap {%r1, %r2, %r3, %r4}, [su, {%r5}];  sust.b.1d.v2.b32.trap [su, {%r1}], {%r2, %r3};
sured.b.add.1d.u32.trap [su, {%r1}], %r2;  suq.width.b32 %r1, [su];  istypep.texref %p1, %d1;
call (_), callee, (xa, xb);  mov.u32 %r1, %pm0;  mov.u32 %r1, %reserved_smem_offset_begin;  mov.u32 %r1, %nsmid;
mov.u64 %d1, %current_graph_exec;  mov.b32 %f1, %envreg3;
";

#[test]
fn what_is_known_is_no_mistake() {
    let mut wrong = Vec::new();
    for line in lines(KNOWN) {
        let text = format!("{HEAD}{line};\nret;\n}}\n").replace("9.0", "9.3");
        if let Err(report) = parse(&SourceFile::new("known.ptx", text)) {
            wrong.push(format!("{line}: {}", report.render(false)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
