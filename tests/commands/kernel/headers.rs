//! Lines of CUDA in several files.

use crate::cli::support::run;
use crate::folder::Folder;

/// Two headers of one name, whose functions are inlined into a kernel.
const MODULE: &str = "\
.version 9.5
.target sm_90
.address_size 64
.visible .entry k(.param .u64 d, .param .u64 out)
{
  .reg .pred %p<2>;
  .reg .b32 %r<4>;
  .reg .b64 %rd<5>;
  .loc 1 3 0
  ld.param.u64 %rd1, [d];
  ld.param.u64 %rd2, [out];
  mov.u32 %r1, %ctaid.x;
  setp.eq.s32 %p1, %r1, 0;
  @%p1 bra WRITER;
  .loc 2 4 3, function_name names, inlined_at 1 5 8
  ld.global.u32 %r2, [%rd1];
  .loc 1 5 8
  st.global.u32 [%rd2], %r2;
  bra.uni DONE;
WRITER:
  .loc 3 4 3, function_name names, inlined_at 1 4 3
  mov.u32 %r3, 1;
  st.global.u32 [%rd1], %r3;
DONE:
  ret;
}
.file 1 \"s.cu\"
.file 2 \"b/io.cuh\"
.file 3 \"a/io.cuh\"
.section .debug_str
{
names:
.b8 103
.b8 0
}
";

/// Files are named where there are several, by as much of their paths as tells them apart.
#[test]
fn files_are_told_apart() {
    let folder = Folder::of(&[("k.ptx", MODULE)]);
    let file = folder.root().join("k.ptx").display().to_string();
    let launch = [
        "--grid", "2", "--block", "1", "--arg", "&d", "--arg", "&out",
    ];
    let buffers = [
        "--buffer",
        "d:s32x1",
        "--buffer",
        "out:s32x1",
        "--output",
        "out",
    ];
    let said = run(&[&["kernel", &file][..], &launch, &buffers].concat());
    assert_eq!((said.err.as_str(), said.code), ("", 1));
    let race = "races: b/io.cuh:4 (read d[0], block 1 thread 0) with a/io.cuh:4 (write d[0], block 0 thread 0)";
    assert!(said.out.contains(race), "{}", said.out);
    for step in [
        "block 1 thread 0  b/io.cuh:4  reads d[0] = 0  ld.global.u32",
        "                  s.cu:5      out[0] = 0      st.global.u32",
        "block 0 thread 0  a/io.cuh:4  d[0] = 1        st.global.u32",
    ] {
        assert!(said.out.contains(step), "{step}\n{}", said.out);
    }
    // Of one file, its lines are enough.
    let one = MODULE.replace(".file 2 \"b/io.cuh\"", ".file 2 \"s.cu\"");
    let one = one.replace(".file 3 \"a/io.cuh\"", ".file 3 \"s.cu\"");
    let folder = Folder::of(&[("k.ptx", &one)]);
    let file = folder.root().join("k.ptx").display().to_string();
    let said = run(&[&["kernel", &file][..], &launch, &buffers].concat());
    assert!(
        said.out.contains("block 1 thread 0  :4  reads d[0]"),
        "{}",
        said.out
    );
}
