#include "profiles/calibrate.h"

#include <gtest/gtest.h>

#include "format/yaml.h"
#include "profiles/model_list.h"

namespace galley {
namespace {

TEST(Calibrate, FindsTheFactorOfMostOfTheText) {
  const UsageSample samples[] = {{100, 5, 135}, {200, 5, 265}, {10, 5, 100}, {1000, 5, 1305}};
  const Calibration done = Calibrate(samples, 1);
  EXPECT_DOUBLE_EQ(done.factor, 1.3) << "the odd one is small";
  EXPECT_LT(done.after.mean, done.before.mean);
  EXPECT_LT(done.before.bias, 0);
  EXPECT_GE(done.margin, done.after.worst) << "there are fewer than twenty";
}

TEST(Calibrate, IsExactWhereTheProviderIs) {
  const UsageSample samples[] = {{100, 3, 103}, {7, 3, 10}};
  const Calibration done = Calibrate(samples, 1.5);
  EXPECT_DOUBLE_EQ(done.factor, 1);
  EXPECT_DOUBLE_EQ(done.margin, 0);
  EXPECT_DOUBLE_EQ(done.after.worst, 0);
}

TEST(PrintModelProfile, GivesADocumentThatReadsAsTheSame) {
  const std::vector<ModelProfile> models = *BuiltinModels();
  for (const ModelProfile& model : models) {
    SCOPED_TRACE(model.name);
    const std::string text = PrintModelProfile(model);
    const Source source("printed", text);
    const Tree tree = *ReadYaml(source, Limits());
    std::vector<Diagnostic> warnings;
    const Result<ModelProfile> read = ReadModelProfile(model.name, source, tree, &warnings);
    ASSERT_TRUE(read) << read.error().diagnostics().front().message;
    EXPECT_TRUE(warnings.empty());
    EXPECT_EQ(PrintModelProfile(*read), text);
    EXPECT_EQ(read->match, model.match);
    EXPECT_EQ(read->context, model.context);
    EXPECT_EQ(read->tokenizer.factor, model.tokenizer.factor);
    EXPECT_EQ(read->frame.kind, model.frame.kind);
  }
}

}  // namespace
}  // namespace galley
