;; Dot products of a query with many rows, one after the other in memory: the inner loop of the nearest-vector search.
;; A row has `stride` numbers of 8 bits, a multiple of 16, padded with zeros; the query has as many of 16 bits, so that
;; it loses nothing worth mentioning. Sums of 32 bits cannot overflow: see the most that `quantize.ts` lets a query have.
;; Four rows at a time share each load of the query; memory holds a multiple of four rows. The same lines stand here four
;; times: engines do not inline functions, and with calls the scan took up to half as long again.
(module
  (memory (export "memory") 2)

  (func $lanes (param $sums v128) (result i32)
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
      (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums)))))

  ;; Writes `count` sums of 32 bits to `out`; up to three more where count is no multiple of four.
  (func (export "dots") (param $query i32) (param $row i32) (param $stride i32) (param $count i32) (param $out i32)
    (local $at i32) (local $numbers v128) (local $low v128) (local $high v128)
    (local $row2 i32) (local $row3 i32) (local $row4 i32)
    (local $sum1 v128) (local $sum2 v128) (local $sum3 v128) (local $sum4 v128)
    (block $done
      (loop $rows
        (br_if $done (i32.le_s (local.get $count) (i32.const 0)))
        (local.set $row2 (i32.add (local.get $row) (local.get $stride)))
        (local.set $row3 (i32.add (local.get $row2) (local.get $stride)))
        (local.set $row4 (i32.add (local.get $row3) (local.get $stride)))
        (local.set $sum1 (v128.const i64x2 0 0))
        (local.set $sum2 (v128.const i64x2 0 0))
        (local.set $sum3 (v128.const i64x2 0 0))
        (local.set $sum4 (v128.const i64x2 0 0))
        (local.set $at (i32.const 0))
        (loop $sixteens
          (local.set $low (v128.load (i32.add (local.get $query) (i32.shl (local.get $at) (i32.const 1)))))
          (local.set $high (v128.load offset=16 (i32.add (local.get $query) (i32.shl (local.get $at) (i32.const 1)))))
          (local.set $numbers (v128.load (i32.add (local.get $row) (local.get $at))))
          (local.set $sum1
            (i32x4.add
              (local.get $sum1)
              (i32x4.add
                (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $numbers)) (local.get $low))
                (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $numbers)) (local.get $high)))))
          (local.set $numbers (v128.load (i32.add (local.get $row2) (local.get $at))))
          (local.set $sum2
            (i32x4.add
              (local.get $sum2)
              (i32x4.add
                (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $numbers)) (local.get $low))
                (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $numbers)) (local.get $high)))))
          (local.set $numbers (v128.load (i32.add (local.get $row3) (local.get $at))))
          (local.set $sum3
            (i32x4.add
              (local.get $sum3)
              (i32x4.add
                (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $numbers)) (local.get $low))
                (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $numbers)) (local.get $high)))))
          (local.set $numbers (v128.load (i32.add (local.get $row4) (local.get $at))))
          (local.set $sum4
            (i32x4.add
              (local.get $sum4)
              (i32x4.add
                (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $numbers)) (local.get $low))
                (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $numbers)) (local.get $high)))))
          (br_if $sixteens
            (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $stride))))
        (i32.store (local.get $out) (call $lanes (local.get $sum1)))
        (i32.store offset=4 (local.get $out) (call $lanes (local.get $sum2)))
        (i32.store offset=8 (local.get $out) (call $lanes (local.get $sum3)))
        (i32.store offset=12 (local.get $out) (call $lanes (local.get $sum4)))
        (local.set $out (i32.add (local.get $out) (i32.const 16)))
        (local.set $row (i32.add (local.get $row4) (local.get $stride)))
        (local.set $count (i32.sub (local.get $count) (i32.const 4)))
        (br $rows))))

  ;; The same for numbers of 16 bits on both sides, `stride` bytes a row, a multiple of 16: writes `count` sums as 32-bit floats,
  ;; since whole numbers of 32 bits could overflow.
  (func (export "fineDots") (param $query i32) (param $row i32) (param $stride i32) (param $count i32) (param $out i32)
    (local $at i32) (local $sums v128)
    (block $done
      (loop $rows
        (br_if $done (i32.le_s (local.get $count) (i32.const 0)))
        (local.set $sums (v128.const i64x2 0 0))
        (local.set $at (i32.const 0))
        (loop $eights
          (local.set $sums
            (f32x4.add
              (local.get $sums)
              (f32x4.convert_i32x4_s
                (i32x4.dot_i16x8_s
                  (v128.load (i32.add (local.get $row) (local.get $at)))
                  (v128.load (i32.add (local.get $query) (local.get $at)))))))
          (br_if $eights
            (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $stride))))
        (f32.store (local.get $out)
          (f32.add
            (f32.add (f32x4.extract_lane 0 (local.get $sums)) (f32x4.extract_lane 1 (local.get $sums)))
            (f32.add (f32x4.extract_lane 2 (local.get $sums)) (f32x4.extract_lane 3 (local.get $sums)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $row (i32.add (local.get $row) (local.get $stride)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $rows)))))
