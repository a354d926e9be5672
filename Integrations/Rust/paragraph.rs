// Lays out a paragraph from Rust, without a crate:
//     rustc paragraph.rs -L $PREFIX/lib -l linecaster -C link-arg=-Wl,-rpath,$PREFIX/lib \
//       --edition 2021 && ./paragraph
use std::ffi::{c_char, c_void, CStr};
use std::ptr::{null, null_mut};

#[repr(C)]
#[derive(Default)]
struct Line {
    struct_size: usize,
    text: [usize; 2],
    hidden: [usize; 2],
    frame: [f64; 4],
    baseline: f64,
}
type Handle = *mut c_void;

extern "C" {
    fn lc_error_message() -> *const c_char;
    fn lc_fonts_create(fonts: *mut Handle) -> i32;
    fn lc_fonts_add_bundled(fonts: Handle, folder: *const u8, length: usize) -> i32;
    fn lc_typesetter_create(fonts: Handle, typesetter: *mut Handle) -> i32;
    fn lc_text_create(style: *const c_void, base: *const c_void, text: *mut Handle) -> i32;
    fn lc_text_append(text: Handle, bytes: *const u8, length: usize, style: *const c_void) -> i32;
    fn lc_text_prepare(text: Handle, typesetter: Handle, prepared: *mut Handle) -> i32;
    fn lc_prepared_layout(prepared: Handle, width: f64, layout: *mut Handle) -> i32;
    fn lc_layout_line_count(layout: Handle, count: *mut usize) -> i32;
    fn lc_layout_line(layout: Handle, index: usize, line: *mut Line) -> i32;
    fn lc_layout_destroy(layout: Handle) -> i32;
    fn lc_prepared_destroy(prepared: Handle) -> i32;
    fn lc_text_destroy(text: Handle) -> i32;
    fn lc_typesetter_destroy(typesetter: Handle) -> i32;
    fn lc_fonts_destroy(fonts: Handle) -> i32;
}

fn check(status: i32) {
    assert!(status == 0, "{:?}", unsafe { CStr::from_ptr(lc_error_message()) });
}

fn main() {
    let string = "Rust lays out text, مرحبا بالعالم, नमस्ते";
    let [mut fonts, mut typesetter, mut text, mut prepared, mut layout] = [null_mut(); 5];
    let mut count = 0;
    unsafe {
        check(lc_fonts_create(&mut fonts));
        check(lc_fonts_add_bundled(fonts, null(), 0));
        check(lc_typesetter_create(fonts, &mut typesetter));
        check(lc_text_create(null(), null(), &mut text));
        check(lc_text_append(text, string.as_ptr(), string.len(), null()));
        check(lc_text_prepare(text, typesetter, &mut prepared));
        check(lc_prepared_layout(prepared, 120.0, &mut layout));
        check(lc_layout_line_count(layout, &mut count));
        for index in 0..count {
            let mut line = Line { struct_size: size_of::<Line>(), ..Default::default() };
            check(lc_layout_line(layout, index, &mut line));
            println!("{:6.1}  {}", line.baseline, string[line.text[0]..line.text[1]].trim_end());
        }
        check(lc_layout_destroy(layout) | lc_prepared_destroy(prepared) | lc_text_destroy(text));
        check(lc_typesetter_destroy(typesetter) | lc_fonts_destroy(fonts));
    }
}
