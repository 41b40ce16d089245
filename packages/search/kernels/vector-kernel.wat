;; The inner loops over vectors, sixteen numbers a step: $dimensions and $bytes are multiples of 16.
(module
  (import "vectors" "memory" (memory 1))

  ;; The product of an 8-bit row with the 16-bit query, as a 32-bit integer.
  (func $dot (param $row i32) (param $query i32) (param $dimensions i32) (result i32)
    (local $end i32) (local $numbers v128) (local $low v128) (local $high v128)
    (local.set $end (i32.add (local.get $row) (local.get $dimensions)))
    (loop $step
      (local.set $numbers (v128.load (local.get $row)))
      (local.set $low (i32x4.add (local.get $low)
        (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $numbers)) (v128.load (local.get $query)))))
      (local.set $high (i32x4.add (local.get $high)
        (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $numbers)) (v128.load offset=16 (local.get $query)))))
      (local.set $row (i32.add (local.get $row) (i32.const 16)))
      (local.set $query (i32.add (local.get $query) (i32.const 32)))
      (br_if $step (i32.lt_u (local.get $row) (local.get $end))))
    (local.set $low (i32x4.add (local.get $low) (local.get $high)))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $low)) (i32x4.extract_lane 1 (local.get $low)))
      (i32.add (i32x4.extract_lane 2 (local.get $low)) (i32x4.extract_lane 3 (local.get $low)))))

  ;; One row.
  (func (export "dot") (param $row i32) (param $query i32) (param $dimensions i32) (result i32)
    (call $dot (local.get $row) (local.get $query) (local.get $dimensions)))

  ;; All rows, into $results: four at a time, so that the query is read once for four, then those that are left.
  (func (export "dots") (param $rows i32) (param $count i32) (param $query i32) (param $dimensions i32) (param $results i32)
    (local $end i32) (local $fours i32) (local $at i32) (local $rowEnd i32)
    (local $a i32) (local $b i32) (local $c i32) (local $d i32)
    (local $numbers v128) (local $low v128) (local $high v128)
    (local $suma v128) (local $sumb v128) (local $sumc v128) (local $sumd v128)
    (local.set $end (i32.add (local.get $results) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $fours (i32.add (local.get $results) (i32.shl (i32.and (local.get $count) (i32.const -4)) (i32.const 2))))
    (block $noFours
      (loop $nextFour
        (br_if $noFours (i32.ge_u (local.get $results) (local.get $fours)))
        (local.set $a (local.get $rows))
        (local.set $b (i32.add (local.get $a) (local.get $dimensions)))
        (local.set $c (i32.add (local.get $b) (local.get $dimensions)))
        (local.set $d (i32.add (local.get $c) (local.get $dimensions)))
        (local.set $rowEnd (local.get $b))
        (local.set $rows (i32.add (local.get $d) (local.get $dimensions)))
        (local.set $at (local.get $query))
        (local.set $suma (v128.const i32x4 0 0 0 0))
        (local.set $sumb (v128.const i32x4 0 0 0 0))
        (local.set $sumc (v128.const i32x4 0 0 0 0))
        (local.set $sumd (v128.const i32x4 0 0 0 0))
        (loop $step
          (local.set $low (v128.load (local.get $at)))
          (local.set $high (v128.load offset=16 (local.get $at)))
          (local.set $numbers (v128.load (local.get $a)))
          (local.set $suma (i32x4.add (local.get $suma) (i32x4.add
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $numbers)) (local.get $low))
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $numbers)) (local.get $high)))))
          (local.set $a (i32.add (local.get $a) (i32.const 16)))
          (local.set $numbers (v128.load (local.get $b)))
          (local.set $sumb (i32x4.add (local.get $sumb) (i32x4.add
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $numbers)) (local.get $low))
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $numbers)) (local.get $high)))))
          (local.set $b (i32.add (local.get $b) (i32.const 16)))
          (local.set $numbers (v128.load (local.get $c)))
          (local.set $sumc (i32x4.add (local.get $sumc) (i32x4.add
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $numbers)) (local.get $low))
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $numbers)) (local.get $high)))))
          (local.set $c (i32.add (local.get $c) (i32.const 16)))
          (local.set $numbers (v128.load (local.get $d)))
          (local.set $sumd (i32x4.add (local.get $sumd) (i32x4.add
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $numbers)) (local.get $low))
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $numbers)) (local.get $high)))))
          (local.set $d (i32.add (local.get $d) (i32.const 16)))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (br_if $step (i32.lt_u (local.get $a) (local.get $rowEnd))))
        (i32.store offset=0 (local.get $results) (i32.add (i32.add (i32x4.extract_lane 0 (local.get $suma)) (i32x4.extract_lane 1 (local.get $suma))) (i32.add (i32x4.extract_lane 2 (local.get $suma)) (i32x4.extract_lane 3 (local.get $suma)))))
        (i32.store offset=4 (local.get $results) (i32.add (i32.add (i32x4.extract_lane 0 (local.get $sumb)) (i32x4.extract_lane 1 (local.get $sumb))) (i32.add (i32x4.extract_lane 2 (local.get $sumb)) (i32x4.extract_lane 3 (local.get $sumb)))))
        (i32.store offset=8 (local.get $results) (i32.add (i32.add (i32x4.extract_lane 0 (local.get $sumc)) (i32x4.extract_lane 1 (local.get $sumc))) (i32.add (i32x4.extract_lane 2 (local.get $sumc)) (i32x4.extract_lane 3 (local.get $sumc)))))
        (i32.store offset=12 (local.get $results) (i32.add (i32.add (i32x4.extract_lane 0 (local.get $sumd)) (i32x4.extract_lane 1 (local.get $sumd))) (i32.add (i32x4.extract_lane 2 (local.get $sumd)) (i32x4.extract_lane 3 (local.get $sumd)))))
        (local.set $results (i32.add (local.get $results) (i32.const 16)))
        (br $nextFour)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $results) (local.get $end)))
        (i32.store (local.get $results) (call $dot (local.get $rows) (local.get $query) (local.get $dimensions)))
        (local.set $rows (i32.add (local.get $rows) (local.get $dimensions)))
        (local.set $results (i32.add (local.get $results) (i32.const 4)))
        (br $next))))

  ;; The rows of the slots that stand in $results: each slot is replaced by its product.
  (func (export "dotsAt") (param $rows i32) (param $count i32) (param $query i32) (param $dimensions i32) (param $results i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $results) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $results) (local.get $end)))
        (i32.store (local.get $results)
          (call $dot
            (i32.add (local.get $rows) (i32.mul (i32.load (local.get $results)) (local.get $dimensions)))
            (local.get $query)
            (local.get $dimensions)))
        (local.set $results (i32.add (local.get $results) (i32.const 4)))
        (br $next))))

  ;; How many bits differ between each 256-bit code and the query's code, into $results.
  (func (export "distances") (param $codes i32) (param $count i32) (param $query i32) (param $bytes i32) (param $results i32)
    (local $end i32) (local $codeEnd i32) (local $at i32) (local $sum v128)
    (local.set $end (i32.add (local.get $results) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $results) (local.get $end)))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $codeEnd (i32.add (local.get $codes) (local.get $bytes)))
        (local.set $at (local.get $query))
        (loop $step
          (local.set $sum (i16x8.add (local.get $sum)
            (i16x8.extadd_pairwise_i8x16_u
              (i8x16.popcnt (v128.xor (v128.load (local.get $codes)) (v128.load (local.get $at)))))))
          (local.set $codes (i32.add (local.get $codes) (i32.const 16)))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $step (i32.lt_u (local.get $codes) (local.get $codeEnd))))
        (local.set $sum (i32x4.extadd_pairwise_i16x8_u (local.get $sum)))
        (i32.store (local.get $results)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
            (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $results (i32.add (local.get $results) (i32.const 4)))
        (br $next))))

  ;; Adds an 8-bit row times $scale to the 32-bit floats at $sum.
  (func (export "addScaled") (param $row i32) (param $scale f32) (param $sum i32) (param $dimensions i32)
    (local $end i32) (local $factor v128) (local $numbers v128) (local $half v128)
    (local.set $factor (f32x4.splat (local.get $scale)))
    (local.set $end (i32.add (local.get $row) (local.get $dimensions)))
    (loop $step
      (local.set $numbers (v128.load (local.get $row)))
      (local.set $half (i16x8.extend_low_i8x16_s (local.get $numbers)))
      (v128.store (local.get $sum) (f32x4.add (v128.load (local.get $sum))
        (f32x4.mul (local.get $factor) (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $half))))))
      (v128.store offset=16 (local.get $sum) (f32x4.add (v128.load offset=16 (local.get $sum))
        (f32x4.mul (local.get $factor) (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $half))))))
      (local.set $half (i16x8.extend_high_i8x16_s (local.get $numbers)))
      (v128.store offset=32 (local.get $sum) (f32x4.add (v128.load offset=32 (local.get $sum))
        (f32x4.mul (local.get $factor) (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $half))))))
      (v128.store offset=48 (local.get $sum) (f32x4.add (v128.load offset=48 (local.get $sum))
        (f32x4.mul (local.get $factor) (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $half))))))
      (local.set $row (i32.add (local.get $row) (i32.const 16)))
      (local.set $sum (i32.add (local.get $sum) (i32.const 64)))
      (br_if $step (i32.lt_u (local.get $row) (local.get $end))))))
