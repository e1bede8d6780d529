//! What NVIDIA's assembler takes and refuses: `ptxas` 13.5 was asked about each line, for `sm_100`.

use gpu_litmus::SourceFile;
use gpu_litmus::ptx::operation::Operation;
use gpu_litmus::ptx::parse;

pub const HEAD: &str = ".version 9.0
.target sm_100
.address_size 64
.global .align 16 .b8 gv[64];
.const .u32 cw;
.global .texref tx; .global .surfref su;
.shared .u32 sw;
.func (.param .b32 pr) callee (.param .b32 pa, .param .b64 pb) { ret; }
.func single (.param .b32 pa) { ret; }
.func none { ret; }
.visible .entry k(.param .u64 a)
{
.reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<9>; .reg .b64 %d<9>; .reg .f32 %f<9>; .reg .f64 %e<9>;
.reg .u32 %u<9>; .reg .s32 %i<9>; .reg .b128 %q<3>;
.local .u32 lw;
.param .b32 xa; .param .b64 xb; .param .b32 xr;
";

/// Lines that are taken.
const TAKEN: &str = "
add.u32 %r1, %i2, %u3;            add.f32 %f1, %r2, 0f3F800000;     add.f32 %f1, %f2, 1.5;
add.rn.ftz.sat.f32 %f1, %f2, %f3; add.f16x2 %r1, %r2, %r3;          and.pred %p1, %p2, !%p3;
and.b32 %f1, %u2, 0f3F800000;     mul.wide.u32 %d1, %r1, 5;         mad.wide.s16 %r1, %h1, %h2, %r2;
shl.b64 %d1, %d2, %r3;            mov.u64 %d1, gv;                  mov.u32 %r1, %tid.x;
mov.u64 %d1, %clock64;            mov.b64 {%r1, _}, %d1;            mov.b32 %r1, {%h1, %h2};
mov.b64 %d1, {1, %r2};            cvt.u32.u16 %d1, %r1;             cvt.rn.f32.s32 %r1, %d1;
cvt.rzi.s32.f32 %r1, %f1;         cvt.sat.u8.s32 %h1, %r1;          setp.lt.u32 %p1|_, %r1, %r2;
setp.eq.and.b32 %p1, %r1, %f2, !%p2;  selp.b32 %f1, %r1, 3, %p1;    lop3.b32 _, %r1, %r2, %r3, 0x1b;
ld.u8 %d1, [%d2];                 ld.b32 %e1, [%d2];                ld.global.v2.u8 {%h1, %h2}, [%d1];
ld.global.v2.u32 {%r1, _}, [%d1]; st.v4.u32 [%d1], {1, %r1, %r2, %r3};  st.global.v2.f32 [%d1], {%f1, 1.5};  ld.global.nc.u32 %r1, [%d1];
ld.global.v2.u32 {%d1, %d2}, [%d3];  st.v2.u8 [%d1], {%r1, %r2};
ld.relaxed.gpu.global.u32 %r1, [gv+4];  ld.volatile.shared.u32 %r1, [sw];  ld.u32 %r1, [lw];
ld.global.L2::cache_hint.u32 %r1, [%d1], %d2;  st.release.cta.b64 [%d1], %e1;
atom.add.acq_rel.cta.u32 %r1, [%d1], %r2;  atom.add.noftz.f16 %h1, [%d1], %h2;  atom.cas.b16 %h1, [%d1], %h2, %h3;
red.release.gpu.global.add.s32 [%d1], %r2;  atom.exch.b32 _, [%d1], %r2;
shfl.sync.idx.b32 %r1|%p1, %r2, %r3, 31, -1;  match.all.sync.b64 %r1|%p1, %d1, -1;  elect.sync %r1|%p1, -1;
redux.sync.and.b32 %r1, %r2, -1;  vote.sync.ballot.b32 %r1, !%p1, -1;  activemask.b32 %r1;
bar.sync 15;                      bar.sync %r1, 64;                 barrier.cta.sync.aligned 0;
bar.red.popc.u32 %r1, 0, 32, %p1; bar.arrive 1, 64;                 bar.warp.sync -1;
membar.gl;                        fence.gpu;                        fence.acq_rel.cluster;
cvta.shared.u64 %d1, sw;          isspacep.global %p1, %d1;         bfi.b64 %d1, %d2, %d3, 0, 8;
call single, (xa);                call single, (%f1);               call none;
call (xr), callee, (xa, xb);      call (%r1), callee, (5, %d1);
";

/// Lines that are not.
const REFUSED: &str = "
add.u32 %r1, %d1, %r2;            add.u32 %d1, %r1, %r2;            add.f32 %f1, %f2, 5;
add.f32 %f1, %u2, %f3;            add.u32 %r1, %f2, %r3;            add.u32 %r1, %r2, 0f3F800000;
add.f64 %e1, %f2, %e3;            add.b32 %r1, %r2, %r3;            add.u32 %p1, %r2, %r3;
add.f16x2 %r1, %r2, %nosuch;      add.bf16 %h1, %h2, {%h3};         add.u8 %h1, %h2, %h3;
add.sat.u32 %r1, %r2, %r3;        add.ftz.f64 %e1, %e2, %e3;        add.rn.u32 %r1, %r2, %r3;
mul.u32 %r1, %r2, %r3;            mul.wide.u64 %d1, %d2, %d3;       mul.wide.u32 %r1, %r2, %r3;
mad.u32 %r1, %r2, %r3, %r4;       fma.f32 %f1, %f2, %f3, %f4;       div.f32 %f1, %f2, %f3;
abs.u32 %r1, %r2;                 neg.b32 %r1, %r2;                 not.u32 %r1, %r2;
shl.u32 %r1, %r2, %r3;            shl.b64 %d1, %d2, %d3;            shr.b64 %d1, %d2, %h3;
shf.l.b32 %r1, %r2, %r3, %r4;     bfe.b32 %r1, %r2, %r3, %r4;       popc.b64 %d1, %d2;
clz.u32 %r1, %r2;                 brev.u32 %r1, %r2;                prmt.u32 %r1, %r2, %r3, %r4;
lop3.b32 %r1, %r2, %r3, %r4, %r5; sad.b32 %r1, %r2, %r3, %r4;       selp.b32 %r1, %r2, %r3, %r4;
mov.f16 %h1, %h2;                 mov.u8 %h1, %h2;                  mov.u32 %r1, %clock64;
mov.u64 %d1, %tid.x;              mov.f32 %f1, gv;                  mov.pred %p1, %r1;
mov.b64 {%r1, %d2}, %d1;          mov.b64 {%r1, %r2, %r3}, %d1;     mov.u64 {%r1, %r2}, %d1;
mov.b32 %r1, {%r2, %r3};          setp.eq.u32 %r1, %r2, %r3;        setp.u32 %p1, %r1, %r2;
setp.lo.s32 %p1, %r1, %r2;        setp.lt.b32 %p1, %r1, %r2;        setp.equ.u32 %p1, %r1, %r2;
setp.lt.and.u32 %p1, %r1, %r2, %r3;  setp.lt.ftz.u32 %p1, %r1, %r2; setp.lt %p1, %r1, %r2;
cvt.f32.s32 %f1, %r1;             cvt.s32.f32 %r1, %f1;             cvt.rn.u32.u16 %r1, %h1;
cvt.u32.u64 %r1, %r2;             cvt.u64.u32 %r1, %r2;             cvt.f32.f64 %f1, %e1;
cvt.rn.f32.s32 %u1, %r1;          cvt.b32.u32 %r1, %r2;             cvt.rzi.f32.s32 %f1, %r1;
ld.u32 %h1, [%d1];                ld.u32 %f1, [%d1];                ld.f32 %i8, [%d1];
ld.f16 %h1, [%d1];                ld.pred %p1, [%d1];               ld.u32 %p1, [%d1];
ld.volatile.gpu.u32 %r1, [%d1];   ld.relaxed.u32 %r1, [%d1];        ld.gpu.u32 %r1, [%d1];
ld.weak.gpu.u32 %r1, [%d1];       ld.relaxed.gpu.local.u32 %r1, [%d1];  ld.shared.nc.u32 %r1, [%d1];
ld.relaxed.gpu.cg.u32 %r1, [%d1]; ld.volatile.cg.u32 %r1, [%d1];    ld.global.nc.relaxed.gpu.u32 %r1, [%d1];
ld.release.gpu.u32 %r1, [%d1];    ld.global.wb.u32 %r1, [%d1];
ld.global.u32 %r1, [sw];          ld.shared.u32 %r1, [gv];          ld.u32 %r1, [cw];
ld.global.u32 %r1, [%f1];         ld.global.u32 %r1, [%p1];         ld.global.u32 %r1, [%d1], %d2;
ld.global.v2.u32 {%h1, %h2}, [%d3];  ld.global.v2.u32 {%r1, %r2, %r3}, [%d1];  ld.shared.v4.u64 {%d1, %d2, %d3, %d4}, [%d5];
ld.global.v8.u64 {%d1, %d2, %d3, %d4, %d5, %d6, %d7, %d8}, [%d1];
ld.global.v2.f64 {%e1, %f2}, [%d1];  ld.v2.u16 {%p1, %p2}, [%d1];
st.u32 [%d1], %h1;                st.u32 [%d1], 0f3F800000;         st.f32 [%d1], 5;
st.const.u32 [%d1], %r1;          st.acquire.gpu.u32 [%d1], %r1;    st.global.ca.u32 [%d1], %r1;
st.global.v2.f32 [%d1], {%f1, 5}; st.global.v2.u32 [%d1], {%u1, 0f3F800000};
st.param.u64 [a], %d1;            st.global.v4.u32 [%d1], {%r1, %r2};  st.u32 [%d1], %nosuch;
atom.add.u16 %h1, [%d1], %h2;     atom.add.s64 %d1, [%d2], %d3;     atom.add.b32 %r1, [%d1], %r2;
atom.add.f16 %h1, [%d1], %h2;     atom.exch.u32 %r1, [%d1], %r2;    atom.cas.u32 %r1, [%d1], %r2, %r3;
atom.and.u32 %r1, [%d1], %r2;     atom.inc.u64 %d1, [%d2], %d3;     atom.min.b32 %r1, [%d1], %r2;
atom.add.u32 %d1, [%d1], %r2;     atom.add.u32 %r1, [%d1], %d2;     atom.add.f32 %f1, [%d1], 1;
atom.add.u32 %r1, [lw], %r2;      atom.cas.b32 %r1, [%d1], %r2;     atom.add.noftz.u32 %r1, [%d1], %r2;
red.exch.b32 [%d1], %r2;          red.cas.b32 [%d1], %r2, %r3;      
  red.add.u32 %r1, [%d1], %r2;   red.add.f16 [%d1], %h2;
shfl.sync.idx.u32 %r1, %r2, %r3, %r4, -1;  shfl.sync.idx.b32 %d1, %r2, %r3, %r4, -1;
shfl.sync.b32 %r1, %r2, %r3, %r4, -1;  shfl.sync.idx.b32 %r1|%r2, %r2, %r3, %r4, -1;
vote.sync.all.b32 %r1, %p1, -1;   vote.sync.ballot.pred %p1, %p2, -1;  vote.sync.all.pred %p1, %r1, -1;
match.any.sync.u32 %r1, %r2, -1;  match.sync.b32 %r1, %r2, -1;      match.any.sync.b64 %d1, %d2, -1;
redux.sync.add.b32 %r1, %r2, -1;  redux.sync.inc.u32 %r1, %r2, -1;  elect.sync %r1, -1;
activemask.u32 %r1;               activemask %r1;                   bar.warp.sync %d1;
bar.sync 16;                      bar.arrive 0, 0;
bar.sync.aligned 0;               bar 0;                            bar.sync %d1;
bar.red.popc %r1, 0, %p1;         bar.red.and.u32 %r1, 0, %p1;      bar.red.popc.u32 %p1, 0, %p2;
max.s32 %r1, %r2, %r3, %r4;       max.f64 %e1, %e2, %e3, %e4;       min.f16 %h1, %h2, %h3, %h4;
membar.gpu;                       membar.sc.gpu;                    membar;
fence.gl;                         fence.sc;                         fence;
cvta.global.u32 %r1, %r2;         cvta.u64 %d1, %d2;                cvta.shared.u64 %d1, gv;
isspacep %p1, %d1;                isspacep.global %r1, %d1;         brx.idx %d1, LX;
call none, (xa);                  call single;                      call single, (xb);
call single, (xa, xa);            call (xr), single, (xa);          call callee, (xa, xb);
call (xb), callee, (xa, xb);      call (xr), callee, (xb, xa);      call (%d1), callee, (%r1, %d2);
call (xr), callee, (a, xb);       call (xr), callee, (lw, xb);      call k, (xb);
";

pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(';')
        .map(str::trim)
        .filter(|line| !line.is_empty())
}

#[test]
fn what_is_taken_is_read() {
    for line in lines(TAKEN) {
        let text = format!("{HEAD}{line};\nret;\n}}\n");
        match parse(&SourceFile::new("taken.ptx", text)) {
            Ok(module) => {
                let body = module.functions.last().unwrap().body.as_ref().unwrap();
                let first = &body.code[0].operation;
                assert!(
                    !matches!(first, Operation::Refused { .. }),
                    "{line}: {first:?}"
                );
            }
            Err(report) => panic!("{line}: {}", report.render(false)),
        }
    }
}

#[test]
fn what_is_refused_is_a_mistake_of_its_line() {
    let place = format!("refused.ptx:{}:", HEAD.lines().count() + 1);
    let mut wrong = Vec::new();
    for line in lines(REFUSED) {
        let text = format!("{HEAD}{line};\nret;\n}}\n");
        match parse(&SourceFile::new("refused.ptx", text)) {
            Ok(_) => wrong.push(line.to_owned()),
            Err(report) => {
                let shown = report.render(false);
                let unknown = shown.contains("unknown name") != line.contains("nosuch");
                if !shown.contains(&place) || shown.matches('×').count() != 1 || unknown {
                    wrong.push(format!("{line}: {shown}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a newer PTX may know is only refused; what its names stand for is known.
#[test]
fn newer_modules_may_have_more_forms() {
    let read = |line: &str| {
        let text = format!("{HEAD}{line}\nret;\n}}\n").replace("9.0", "99.0");
        parse(&SourceFile::new("newer.ptx", text))
    };
    for line in [
        "add.b32 %r1, %r2, %r3;",
        "add.u32 %r1, %r2, %r3, %r4;",
        "add.u32 %r1, {%r2, %r3}, 1;",
        "ld.global.v2.u32 {%r1, %r2, %r3}, [%d1];",
        "max.u32 %r1, %d2, %r3;",
        "fence.sc.gpu [%d1];",
    ] {
        let module = read(line).unwrap();
        let body = module.functions.last().unwrap().body.as_ref().unwrap();
        let operation = &body.code[0].operation;
        assert!(
            matches!(operation, Operation::Refused { why } if why.ends_with("as far as PTX is known here")),
            "{line}: {operation:?}"
        );
    }
    let mistakes = read("add.u32 %r1, %nosuch, 1;").unwrap_err().render(false);
    assert!(mistakes.contains("unknown name"), "{mistakes}");
}
